import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Resolves when `isSo` holds, which is asked first at once and then after each change in the folder itself. */
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

/** The same for a folder that something is going to make in another one. */
export async function subfolderUntil(folder: string, name: string, isSo: () => boolean): Promise<void> {
  const inside = join(folder, name);
  await folderUntil(folder, () => existsSync(inside));
  await folderUntil(inside, isSo);
}
