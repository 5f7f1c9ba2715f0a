import type { PythonHome } from '@ludus/runtime/metering.ts';
import { fetchPacked } from './packed.ts';

/** `run/python-GAME.json.gz` */
export interface PythonSite {
  /** Of the metered engine, `run/python.wasm.gz`, when it is unpacked: 64 hexadecimal digits. */
  readonly sha256: string;
  readonly home: PythonHome;
}

export const pythonSite = async (base: string, game: string): Promise<PythonSite> =>
  JSON.parse(new TextDecoder().decode(await fetchPacked(`${base}run/python-${game}.json.gz`)));
