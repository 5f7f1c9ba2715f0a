import { rejectedScript } from '../quickjs/script.ts';
import type { MeteredModule, ModuleLimits } from '../wasm/meter.ts';
import { ALLOWED_IMPORTS } from '../wasm/wasi.ts';

/** The result of a call that runs the bot (engine/ludus.c). */
export const STATUS = { ended: 0, waits: 1, failed: 2, left: 3 } as const;

/** The engine's exports, which the referee calls. Addresses and lengths are 32-bit numbers. */
export interface PythonExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  /** Starts Python. Returns 1 on success, as do `ludus_add` and `ludus_prepare`. */
  ludus_boot(): number;
  ludus_buffer(size: number): number;
  ludus_add(nameLength: number, length: number): number;
  ludus_prepare(length: number): number;
  /** Compiles the bot's main file. Returns a `STATUS`, as do `ludus_run` and `ludus_feed`. */
  ludus_load(length: number): number;
  ludus_run(seed: number): number;
  ludus_feed(length: number): number;
  /** Address of four words: the address and length of the error message, and the address and length of the output. */
  ludus_result(): number;
  ludus_where(): void;
}

/** The engine's permitted imports and required exports, for the meter. */
export const pythonLimits = (memoryBytes: number): ModuleLimits => ({
  memoryBytes,
  isInterpreter: true,
  showsVariables: true,
  imports: new Map([...ALLOWED_IMPORTS, ['ludus.stack_left', '>i'], ['ludus.log', 'ii>']]),
  exports: new Map([
    ['_initialize', '>'],
    ['ludus_boot', '>i'],
    ['ludus_buffer', 'i>i'],
    ['ludus_add', 'ii>i'],
    ['ludus_prepare', 'i>i'],
    ['ludus_load', 'i>i'],
    ['ludus_run', 'i>i'],
    ['ludus_feed', 'i>i'],
    ['ludus_result', '>i'],
    ['ludus_where', '>'],
  ]),
});

/** Minimum memory, in bytes. Python can't start with less memory. */
const MIN_BYTES = 24 * 2 ** 20;

/** CPython, metered and compiled. Each bot has a separate instance until the match is over. */
export interface PythonEngine {
  readonly module: WebAssembly.Module;
}

/**
 * Compiles the engine. `metered` is a function that meters the engine, or returns the metered engine from the cache.
 * Throws a `ScriptRejectedError` if the memory is too small for any bot.
 */
export async function loadPythonEngine(
  memoryBytes: number,
  metered: (limits: ModuleLimits) => Promise<MeteredModule>,
): Promise<PythonEngine> {
  if (memoryBytes < MIN_BYTES) throw rejectedScript('source/memory', 'Python', MIN_BYTES);
  const { bytes } = await metered(pythonLimits(memoryBytes));
  return { module: await WebAssembly.compile(bytes) };
}
