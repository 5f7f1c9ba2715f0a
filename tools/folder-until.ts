import { watch } from 'node:fs';

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
