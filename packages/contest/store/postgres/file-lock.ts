import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { UnusableStoreError } from '../database-check.ts';

/** A lock on a file. Programs that inherit the lock's `fd` have the lock as well. */
export interface FileLock {
  readonly fd: number;
  /** Releases the lock in this process; programs that inherited it keep it. */
  release(): void;
}

/** Flags of `open` that lock the file: O_EXLOCK of macOS, and libuv's name for a Windows file that no other process opens. */
const LOCKING: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | (constants.O_NONBLOCK ?? 0),
  win32: 0x1000_0000,
};
/** The exit code of `flock` if another process has the lock. */
const IS_TAKEN = 1;

/**
 * Locks a file, and creates it if necessary; undefined if another process has the lock. The kernel releases the lock
 * when the last process with the lock ends, for any reason. The lock applies in all containers that share the folder.
 * The file isn't removed, because two processes could then lock two files with the same name.
 * @throws {UnusableStoreError} if the machine can't lock files
 */
export function lockFile(path: string): FileLock | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | (LOCKING[process.platform] ?? 0);
  let fd: number;
  try {
    fd = openSync(path, flags, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  if (LOCKING[process.platform] === undefined) {
    // The lock belongs to the open file, which both processes share, so it stays when `flock` ends.
    const { status, error } = spawnSync('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status !== 0) {
      closeSync(fd);
      if (status === IS_TAKEN) return undefined;
      const reason = error === undefined ? `flock ended with ${status}` : 'install the program flock (util-linux)';
      throw new UnusableStoreError(`cannot lock ${path}: ${reason}`);
    }
  }
  return { fd, release: () => closeSync(fd) };
}
