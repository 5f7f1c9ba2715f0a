import { type MeteredModule, type ModuleLimits, meter } from '../wasm/meter.ts';
import { ALLOWED_IMPORTS } from '../wasm/wasi.ts';
import { rejectedScript } from './script.ts';

/**
 * The functions that engine/ludus.c may import, with their types: the imports that all players may have, and additional
 * functions.
 */
const ENGINE_IMPORTS: ReadonlyMap<string, string> = new Map([
  ...ALLOWED_IMPORTS,
  ['ludus.stack_left', '>i'],
  ['ludus.log', 'ii>'],
  ['ludus.draw', 'ii>'],
]);

/** The engine's exports, which the referee calls. Addresses and lengths are 32-bit numbers. */
export interface EngineExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  /**
   * `memory` is the number of bytes that JavaScript may use, and `reserve` is the minimum free stack, in bytes. Returns
   * 1 on success, as do the functions below.
   */
  ludus_boot(memory: number, reserve: number): number;
  ludus_buffer(size: number): number;
  ludus_add(nameLength: number, length: number): number;
  ludus_guest(nameLength: number): number;
  ludus_player(nameLength: number): number;
  ludus_start(length: number): number;
  ludus_play(length: number, seed: number): number;
  /** Returns the address of two numbers: the address and the length of the answer, or of the error message as text. */
  ludus_result(): number;
  ludus_where(): void;
}

/** The types of the engine's exports. */
const ENGINE_EXPORTS: ReadonlyMap<string, string> = new Map([
  ['_initialize', '>'],
  ['ludus_boot', 'ii>i'],
  ['ludus_buffer', 'i>i'],
  ['ludus_add', 'ii>i'],
  ['ludus_guest', 'i>i'],
  ['ludus_player', 'i>i'],
  ['ludus_start', 'i>i'],
  ['ludus_play', 'ii>i'],
  ['ludus_result', '>i'],
  ['ludus_where', '>'],
]);

/** Bytes of the module's memory that the engine itself needs for its stacks and the text of modules. */
const OWN_BYTES = 16 * 2 ** 20;
/** Minimum memory, in bytes. The SDK doesn't fit into less memory. */
const MIN_BYTES = 24 * 2 ** 20;

/** The engine, metered and compiled. Each player of each match gets a separate instance. */
export interface Engine {
  readonly module: WebAssembly.Module;
  /** Number of bytes that a player's JavaScript may use. */
  readonly scriptBytes: number;
}

/**
 * Meters and compiles the engine that engine/build.sh builds. `metered` is a function that meters the engine, or
 * returns the metered engine from the cache. Throws a `ScriptRejectedError` if the memory is too small for any player.
 */
export async function loadEngine(
  bytes: Uint8Array<ArrayBuffer>,
  memoryBytes: number,
  metered = async (limits: ModuleLimits): Promise<MeteredModule> => meter(bytes, limits),
): Promise<Engine> {
  if (memoryBytes < MIN_BYTES) throw rejectedScript('source/memory', 'JavaScript', MIN_BYTES);
  const made = await metered({ memoryBytes, isInterpreter: true, imports: ENGINE_IMPORTS, exports: ENGINE_EXPORTS });
  const module = await WebAssembly.compile(made.bytes);
  return { module, scriptBytes: memoryBytes - OWN_BYTES };
}
