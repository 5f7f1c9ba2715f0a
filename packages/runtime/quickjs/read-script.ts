import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { GuestModules } from '../game-parts.ts';
import { readRegular } from '../regular-file.ts';
import { bundleScript } from './bundle-script.ts';
import { eraser, guestModules } from './our-engine.ts';
import { rejectedScript, type Script } from './script.ts';

/** Maximum number of bytes read from one file. `bundleScript` limits the total of all files. */
const MAX_BYTES = 2 ** 21;

export interface ReadScriptOptions {
  /**
   * Whether the source is untrusted. If so, only this regular file is read, because the files next to it may belong to
   * someone else.
   */
  readonly stranger?: boolean;
}

/** Rejects an untrusted file that imports a file next to it. */
export function refuseNeighbour(name: string): never {
  throw rejectedScript('source/neighbour', name);
}

/**
 * Reads a player's file and the files of its folder that it imports, and bundles these files with the game's modules.
 */
export async function readScript(
  path: string,
  game: string,
  guest: GuestModules,
  { stranger = false }: ReadScriptOptions = {},
): Promise<Script> {
  const folder = dirname(path);
  const read = (name: string): Uint8Array => {
    const file = readRegular(join(folder, name), { most: MAX_BYTES, links: !stranger });
    if (!file.ok) throw rejectedScript('source/file', name, file.problem.message);
    return file.bytes;
  };
  // If a file is missing, the engine reports it with the location of the import.
  const beside = (name: string): Uint8Array | undefined => (existsSync(join(folder, name)) ? read(name) : undefined);
  return bundleScript(path, read(basename(path)), {
    game,
    guest: await guestModules(guest),
    eraser,
    beside: stranger ? refuseNeighbour : beside,
  });
}
