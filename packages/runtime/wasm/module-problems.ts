import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';
import { LIMITS } from './limits.ts';

/** Reasons why a module can't be a player, as sentences that don't contain the module's name. */
const MODULE_PROBLEMS = {
  'module/cut': () => 'it is truncated',
  'module/number': () => 'it has a number that is too long',
  'module/bytes': () => `it is larger than ${LIMITS.bytes / 2 ** 20} MiB`,
  'module/invalid': () => 'it isn’t a valid WebAssembly module',
  'module/section': () => 'it has a section that isn’t allowed in bots',
  'module/many': (most: number, what: string) => `it has more than ${most} ${what}`,
  'module/types': () => 'it has types other than function types',
  'module/values': () => `it has a function or block with more than ${LIMITS.values} parameters or results`,
  'module/value-type': () => 'it uses a value type that isn’t allowed in bots',
  'module/import-kind': (name: string) => `it imports ${name}, which isn’t a function`,
  'module/import': (name: string) => `it imports ${name}, which isn’t available to bots`,
  'module/import-type': (name: string) => `it imports ${name} with the wrong parameter or result types`,
  'module/export-name': (name: string) => `it exports ${name}, a name that Ludus reserves`,
  'module/export': (name: string) => `it doesn’t export ${name}: make the module with \`ludus build\``,
  'module/export-type': (name: string) => `it exports ${name} with the wrong parameter or result types`,
  'module/export-memory': () => 'it doesn’t export its memory',
  'module/empty': () => 'it has no functions',
  'module/memories': () => 'it has more than one memory',
  'module/one-memory': () => 'it doesn’t have exactly one memory',
  'module/memory-kind': () => 'its memory is shared or 64-bit',
  'module/memory': (asked: number, allowed: number) =>
    `it requests ${Math.ceil(asked / 2 ** 20)} MiB of memory, but at most ${Math.floor(allowed / 2 ** 20)} MiB are allowed`,
  'module/table-kind': () => 'it has a table of an unknown kind',
  'module/table': (entries: number) =>
    `it has a table with ${entries} entries, but at most ${LIMITS.tableEntries} are allowed`,
  'module/constant': () => 'it has a computation where only a constant is allowed',
  'module/select': () => 'it has a typed select that doesn’t have exactly one result type',
  'module/instruction': (...opcode: (number | string)[]) =>
    `it uses an instruction that isn’t allowed in bots (${opcode.join(' ')})`,
  'module/relaxed': () => 'it uses relaxed vector instructions, whose results differ between machines',
  'module/nesting': () => `it has a function with more than ${LIMITS.nesting} nested blocks`,
  'module/variables': () => 'its functions have too many variables for their number of blocks, branches, and calls',
  'module/code': (bytes: number) => `it has a function with ${bytes} bytes, but at most ${LIMITS.code} are allowed`,
  'module/locals': () => `it has a function with more than ${LIMITS.locals} local variables`,
  'module/operands': () => `it has a function with more than ${LIMITS.operands} operands at once`,
  'module/branches': () => `it has a function with more than ${LIMITS.branches} blocks, branches, and calls`,
  'module/lines': () => 'its line tables are damaged',
  'module/lines-long': () => 'its line tables are too long',
  'module/names': () => 'it names functions that it doesn’t have',
  'script/engine': () =>
    'it contains other sections next to its script, such as an engine: make it again with `ludus build`',
  'script/section': () => 'the script in it is too long',
  'script/damaged': () => 'the script in it is damaged',
  'script/long': (bytes: number, most: number) =>
    `the script in it has ${bytes} bytes, but at most ${most} are allowed`,
} satisfies Sentences;

export type ModuleProblem = keyof typeof MODULE_PROBLEMS;

/**
 * Thrown for a module that isn't allowed as a player. The message is for users, and doesn't contain the module's name.
 */
export class ModuleRejectedError extends Error {
  readonly code: ModuleProblem;
  constructor({ code, message }: Problem & { readonly code: ModuleProblem }) {
    super(message);
    this.code = code;
  }
}

export const rejectedModule = <Code extends ModuleProblem>(
  code: Code,
  ...values: Parameters<(typeof MODULE_PROBLEMS)[Code]>
): ModuleRejectedError => new ModuleRejectedError(problemOf(MODULE_PROBLEMS, code, ...values));
