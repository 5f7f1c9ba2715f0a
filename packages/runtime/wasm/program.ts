import { type MeteredModule, meter } from './meter.ts';
import { outline } from './module.ts';
import { ModuleRejectedError } from './module-problems.ts';
import { type CodePlaces, placeOf } from './places.ts';
import { ALLOWED_IMPORTS } from './wasi.ts';

/** A player's module, checked, metered, and compiled. Each match creates an instance of the module. */
export interface WasmProgram {
  readonly module: WebAssembly.Module;
  /** The cost of loading the module, in units of fuel. This fuel is charged before the first question. */
  readonly load: number;
  /** The location in the player's file at which an error was thrown: `AIMine.cc:41 in search`; undefined if unknown. */
  readonly placeOf?: (error: Error) => string | undefined;
}

/** The exports that a module built by `ludus build` must have. */
const EXPORTS: ReadonlyMap<string, string> = new Map([
  ['ludus_buffer', 'i>i'],
  ['ludus_start', '>i'],
  ['ludus_play', '>i'],
  ['_initialize?', '>'],
]);

/** The exports of a program with the line protocol. */
const PROGRAM_EXPORTS: ReadonlyMap<string, string> = new Map([
  ['ludus_main', '>i'],
  ['_initialize?', '>'],
]);

/** The exports of a program from any WASI compiler, such as Rust's. */
const COMMAND_EXPORTS: ReadonlyMap<string, string> = new Map([['_start', '>']]);

/** Whether a module is a program with the line protocol. A module that isn't a player at all is rejected later. */
export const isLineProgram = (bytes: Uint8Array<ArrayBuffer>): boolean => programExports(bytes) !== undefined;

function programExports(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, string> | undefined {
  if (!WebAssembly.validate(bytes)) return undefined;
  try {
    const names = new Set(outline(bytes).exports.map(({ name }) => name));
    if (names.has('ludus_main')) return PROGRAM_EXPORTS;
    return names.has('_start') && !names.has('ludus_play') ? COMMAND_EXPORTS : undefined;
  } catch (error) {
    if (error instanceof ModuleRejectedError) return undefined;
    throw error;
  }
}

/** Checks and meters a player's module. Throws a `ModuleRejectedError` for features that players may not use. */
export function meterPlayer(bytes: Uint8Array<ArrayBuffer>, memoryBytes: number): MeteredModule {
  const exports = programExports(bytes) ?? EXPORTS;
  return meter(bytes, { memoryBytes, imports: ALLOWED_IMPORTS, exports });
}

/**
 * Checks, meters, and compiles a player's module. Throws a `ModuleRejectedError` for features that players may not use.
 * `metered` is the metered module, if a cache contains it.
 */
export async function loadProgram(
  bytes: Uint8Array<ArrayBuffer>,
  memoryBytes: number,
  places?: CodePlaces,
  metered: MeteredModule = meterPlayer(bytes, memoryBytes),
): Promise<WasmProgram> {
  return {
    module: await WebAssembly.compile(metered.bytes),
    load: metered.load,
    // Meters the module again to find the location. Failures are rare, so keeping a large module's bytes for them isn't
    // worthwhile.
    ...(places && {
      placeOf: (error) => placeOf(error.stack ?? '', bytes, meterPlayer(bytes, memoryBytes).bytes, places),
    }),
  };
}
