import { ModuleRefused } from './bytes.ts';
import { meter } from './meter.ts';
import { ALLOWED_IMPORTS } from './wasi.ts';

/** A player's module, checked, metered and compiled: each match makes an instance of it. */
export interface WasmProgram {
  readonly module: WebAssembly.Module;
}

/** What `ludus build` makes exports these. */
const EXPORTS = ['ludus_buffer', 'ludus_start', 'ludus_play'] as const;

/** Checks, meters and compiles a module; what players may not have is thrown as a `ModuleRefused`. */
export async function loadProgram(bytes: Uint8Array<ArrayBuffer>, memoryBytes: number): Promise<WasmProgram> {
  const metered = meter(bytes, { memoryBytes, imports: ALLOWED_IMPORTS });
  const module = await WebAssembly.compile(metered);
  const exported = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  for (const name of EXPORTS) {
    if (exported.get(name) !== 'function')
      throw new ModuleRefused(`it does not export ${name}: it is not a player made by \`ludus build\``);
  }
  if (exported.get('memory') !== 'memory') throw new ModuleRefused('it does not export its memory');
  return { module };
}
