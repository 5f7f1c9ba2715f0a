import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';
import { LIMITS } from './limits.ts';

/** Reasons why a module can't be a player, as sentences that don't contain the module's name. */
const MODULE_PROBLEMS = {
  'module/cut': () => 'it is cut short',
  'module/number': () => 'it holds a number that is too long',
  'module/bytes': () => `it is larger than ${LIMITS.bytes / 2 ** 20} MiB`,
  'module/invalid': () => 'it is not a valid WebAssembly module',
  'module/section': () => 'it has a section that players may not have',
  'module/many': (most: number, what: string) => `it has more than ${most} ${what}`,
  'module/types': () => 'it has types other than functions',
  'module/values': () => `it has a function or block with more than ${LIMITS.values} parameters or results`,
  'module/value-type': () => 'it uses a type of values that players may not',
  'module/import-kind': (name: string) => `it imports ${name}, which is not a function`,
  'module/import': (name: string) => `it imports ${name}, which players do not have`,
  'module/import-type': (name: string) => `it imports ${name} with other parameters or results than that has`,
  'module/export-name': (name: string) => `it exports ${name}, a name that is kept for the meter`,
  'module/export': (name: string) => `it does not export ${name}: it is not a player made by \`ludus build\``,
  'module/export-type': (name: string) => `it exports ${name} with other parameters or results than that has`,
  'module/export-memory': () => 'it does not export its memory',
  'module/empty': () => 'it has no functions',
  'module/memories': () => 'it has more than one memory',
  'module/one-memory': () => 'it does not have exactly one memory',
  'module/memory-kind': () => 'its memory is shared or of 64 bits',
  'module/memory': (asked: number, allowed: number) =>
    `it asks for ${Math.ceil(asked / 2 ** 20)} MiB of memory, ${Math.floor(allowed / 2 ** 20)} are allowed`,
  'module/table-kind': () => 'it has a table of an unknown kind',
  'module/table': (entries: number) => `it has a table of ${entries} entries, ${LIMITS.tableEntries} are allowed`,
  'module/constant': () => 'it computes where only a constant may stand',
  'module/select': () => 'it has a typed select with other than one result type',
  'module/instruction': (...opcode: (number | string)[]) =>
    `it uses an instruction that players may not (${opcode.join(' ')})`,
  'module/relaxed': () => 'it uses relaxed vector instructions, whose results differ between machines',
  'module/nesting': () => `it has a function with more than ${LIMITS.nesting} blocks within one another`,
  'module/variables': () => 'its functions have too many variables for their number of blocks, branches, and calls',
  'module/code': (bytes: number) => `it has a function of ${bytes} bytes, ${LIMITS.code} are allowed`,
  'module/locals': () => `it has a function with more than ${LIMITS.locals} local variables`,
  'module/operands': () => `it has a function with more than ${LIMITS.operands} operands at once`,
  'module/branches': () => `it has a function with more than ${LIMITS.branches} blocks, branches and calls`,
  'module/lines': () => 'its line tables are damaged',
  'module/lines-long': () => 'its line tables are too long',
  'module/names': () => 'it names functions that it does not have',
  'script/engine': () =>
    'it holds a script and an engine, and only the engine of Ludus is allowed: make it again with `ludus build`',
  'script/section': () => 'the script in it is too long',
  'script/damaged': () => 'the script in it is damaged',
  'script/long': (bytes: number, most: number) => `the script in it has ${bytes} bytes, ${most} are allowed`,
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
