import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Resolves when `isSo` returns true. `isSo` is called immediately, and after each change directly in the folder. */
export function folderUntil(folder: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder);
    const look = () => {
      if (!isSo()) return;
      watcher.close();
      resolve();
    };
    watcher.on('change', look).on('error', reject);
    look();
  });
}

/**
 * Waits until `name` is created in `folder`, and then until `isSo` returns true. `isSo` is called after each change in
 * `name`.
 */
export async function subfolderUntil(folder: string, name: string, isSo: () => boolean): Promise<void> {
  const inside = join(folder, name);
  await folderUntil(folder, () => existsSync(inside));
  await folderUntil(inside, isSo);
}
