import { chmodSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Length of a path, in characters, above which the path may be too long for the system. */
const LONG_PATH = 1000;

/**
 * Removes a folder, even if its permissions were removed, or its paths were made too long. Doesn't follow links. Throws
 * if the folder can't be removed.
 */
export function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    unlock(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Gives the user all permissions for the folders below a folder. Moves very deep folders up, so that their paths become
 * shorter.
 */
function unlock(top: string): void {
  if (!lstatSync(top, { throwIfNoEntry: false })?.isDirectory()) return;
  const folders = [top];
  for (const folder of folders) {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const found = join(folder, entry.name);
      if (found.length < LONG_PATH) {
        folders.push(found);
        continue;
      }
      chmodSync(found, 0o700);
      const moved = join(top, `.deep-${folders.length}`);
      renameSync(found, moved);
      folders.push(moved);
    }
  }
}
