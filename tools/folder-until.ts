import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Resolves when `isSo` returns true. It is called immediately, and after each change in the folder itself. */
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

/** Waits in the same way for a folder that will be created in another folder. */
export async function subfolderUntil(folder: string, name: string, isSo: () => boolean): Promise<void> {
  const inside = join(folder, name);
  await folderUntil(folder, () => existsSync(inside));
  await folderUntil(inside, isSo);
}
