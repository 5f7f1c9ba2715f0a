import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** Another process has the folder. */
export class FolderTaken extends Error {}

/** The folder cannot be locked on this machine. */
export class FolderUnlockable extends Error {}

export interface FolderLock {
  release(): void;
}

/** Flags of `open` that lock the file: O_EXLOCK of macOS, and libuv's name for a Windows file that nobody else opens. */
const LOCKING: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | (constants.O_NONBLOCK ?? 0),
  win32: 0x1000_0000,
};
/** What `flock` ends with when another process has the lock. */
const IS_TAKEN = 1;

/**
 * Locks a folder for this process; PGlite does not. The lock is the kernel's, on a file beside the folder (`database.lock`): it ends with the
 * process however that ends, and holds in every container that shares the folder. The file stays: two processes could lock two files of one
 * name if it were removed.
 * @throws {FolderTaken} if another process has the folder
 * @throws {FolderUnlockable} if the machine has no means to lock a file
 */
export function lockFolder(folder: string): FolderLock {
  const flags = constants.O_RDWR | constants.O_CREAT | (LOCKING[process.platform] ?? 0);
  let file: number;
  try {
    file = openSync(`${folder}.lock`, flags, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw taken(folder);
    throw error;
  }
  if (LOCKING[process.platform] === undefined) {
    // The lock belongs to the open file, which both processes share: it stays when `flock` ends.
    const { status, error } = spawnSync('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
    if (status !== 0) {
      closeSync(file);
      if (status === IS_TAKEN) throw taken(folder);
      const why = error === undefined ? `flock ended with ${status}` : 'the program flock is missing (util-linux)';
      throw new FolderUnlockable(`the database in ${folder} cannot be locked: ${why}`);
    }
  }
  return { release: () => closeSync(file) };
}

const taken = (folder: string) => new FolderTaken(`another process has the database in ${folder}: end it first`);
