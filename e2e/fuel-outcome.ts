import {
  endingOf,
  FUEL,
  HALTED,
  ModuleRejectedError,
  meter,
  OUT_OF_MEMORY,
  outline,
  STACK,
  STACK_BYTES,
  START,
} from '@ludus/runtime/metering.ts';
import { VoidMatchError } from '@ludus/runtime/resolve.ts';

// Describes a module's behaviour in one line of text, to compare engines, or to compare a module with its metered
// version.

/** Fuel for all calls of a module's functions together. */
const TOTAL_FUEL = 20_000_000n;
const MEMORY_BYTES = 16 * 2 ** 20;
/**
 * Minimum remaining fuel of a stopped module: a module may overdraw its fuel by at most a million, except for charges
 * by size.
 */
const MAX_OVERDRAWN = -1_000_000n;

const LETTERS: Readonly<Record<number, string>> = {
  127: 'i',
  126: 'l',
  125: 'f',
  124: 'd',
  123: 'v',
  112: 'r',
  111: 'e',
};

interface Counter<T> {
  value: T;
}

/** The module's behaviour without a meter. */
export function plainOutcome(bytes: Uint8Array<ArrayBuffer>): string {
  return outcome(bytes, undefined);
}

/**
 * The module's behaviour with a meter, and its fuel. If players may not use the module, the result contains only the
 * reason.
 */
function meteredOutcome(bytes: Uint8Array<ArrayBuffer>): { did: string; used: string } {
  let metered: Uint8Array<ArrayBuffer>;
  try {
    const { types, imports, functionTypes } = outline(bytes);
    const letters = (values: Uint8Array) => [...values].map((type) => LETTERS[type]).join('');
    const allowed = imports.map(({ module, name }, at) => {
      const { parameters, results } = types[functionTypes[at]];
      return [`${module}.${name}`, `${letters(parameters)}>${letters(results)}`] as const;
    });
    metered = meter(bytes, {
      memoryBytes: MEMORY_BYTES,
      imports: new Map(allowed),
      exports: new Map(),
      hiddenMemory: true,
    }).bytes;
  } catch (error) {
    if (error instanceof ModuleRejectedError) return { did: `refused: ${error.message}`, used: '' };
    throw error;
  }
  const used = { text: '' };
  return { did: outcome(metered, used), used: used.text };
}

function outcome(bytes: Uint8Array<ArrayBuffer>, used: { text: string } | undefined): string {
  const module = new WebAssembly.Module(bytes);
  const said: string[] = [];
  const host: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    host[from] ??= {};
    host[from][name] = (...values: unknown[]) => {
      said.push(`${name}(${values.map(shown)})`);
      return null;
    };
  }
  let instance: WebAssembly.Instance;
  try {
    instance = new WebAssembly.Instance(module, host);
  } catch (error) {
    return `cannot be made: ${(error as Error).name}`;
  }
  const exports = instance.exports as Record<string, unknown>;
  const counters = used && {
    fuel: exports[FUEL] as Counter<bigint>,
    stack: exports[STACK] as Counter<number>,
    outOfMemory: exports[OUT_OF_MEMORY] as Counter<number>,
    halt: exports[HALTED] as Counter<number>,
  };
  if (counters) counters.fuel.value = TOTAL_FUEL;
  const names = Object.keys(exports).filter((name) => typeof exports[name] === 'function' && name !== START);
  for (const name of [START, ...names]) {
    const call = exports[name] as ((...values: unknown[]) => unknown) | undefined;
    if (!call) continue;
    if (counters) counters.stack.value = STACK_BYTES;
    try {
      const value = call();
      if (name !== START) said.push(`${name} = ${shown(value)}`);
    } catch (error) {
      if (counters && (counters.fuel.value < 0n || counters.stack.value < 0 || counters.halt.value !== 0)) {
        const now = {
          fuel: counters.fuel.value,
          stack: counters.stack.value,
          outOfMemory: counters.outOfMemory.value,
          halt: counters.halt.value,
        };
        const ending = endingOf({
          name: 'it',
          when: 'there',
          error,
          budget: { seconds: 1, per: 'match' },
          backstop: 1,
          counters: now,
          exitCode: 0,
          words: '',
        });
        said.push(`${name}: ${ending instanceof VoidMatchError ? 'VOID ' : ''}stopped`);
        if (now.fuel < MAX_OVERDRAWN) said.push(`overdrawn ${now.fuel}`);
        break;
      }
      if (name === START) return `cannot be made: ${(error as Error).name}`;
      said.push(`${name}: ${error instanceof RangeError ? 'overflow' : trapKind(error)}`);
    }
  }
  if (used && counters) used.text = `${counters.fuel.value} ${counters.stack.value}`;
  const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
  if (memory) said.push(`memory ${hash(new Uint8Array(memory.buffer))}`);
  for (const [name, value] of Object.entries(exports))
    if (value instanceof WebAssembly.Global && !name.startsWith('ludus:'))
      said.push(`${name} is ${globalShown(value)}`);
  return said.join('; ');
}

function globalShown(global: WebAssembly.Global): string {
  try {
    return shown(global.value);
  } catch {
    // Vectors have no text.
    return '?';
  }
}

const trapKind = (error: unknown): string =>
  (
    endingOf({
      name: 'it',
      when: '',
      error,
      budget: { seconds: 1, per: 'match' },
      backstop: 1,
      counters: undefined,
      exitCode: 0,
      words: '',
    }) as Error
  ).message ?? String(error);

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown)}]`;
  if (typeof value === 'function') return 'function';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return typeof value === 'object' && value !== null ? 'object' : String(value);
}

function hash(bytes: Uint8Array): string {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16);
}

/** The outcomes of modules in base64. Called in other processes and in browsers. */
export function outcomesOf(modules: readonly string[]): string[] {
  return modules.map((text) => {
    const { did, used } = meteredOutcome(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
    return `${did} | ${used}`;
  });
}
