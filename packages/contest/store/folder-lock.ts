import { realpathSync } from 'node:fs';
import { type ProcessLock, tryLock } from '@ludus/shell/process-lock.ts';

/** Another process has the folder. */
export class FolderTaken extends Error {}

/** A database in a folder is for one process at a time, and does not see to that itself. */
export async function lockFolder(folder: string): Promise<ProcessLock> {
  const lock = await tryLock(realpathSync(folder));
  if (!lock) throw new FolderTaken(`another process has the database in ${folder}: end it first`);
  return lock;
}
