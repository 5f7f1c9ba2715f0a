import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { StoreRefused } from '../database-check.ts';

/** A lock on a file. Programs that are started with its `fd` hold it as well. */
export interface FileLock {
  readonly fd: number;
  /** Lets go of it here; programs that have it hold it on. */
  release(): void;
}

/** Flags of `open` that lock the file: O_EXLOCK of macOS, and libuv's name for a Windows file that no other process opens. */
const LOCKING: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | (constants.O_NONBLOCK ?? 0),
  win32: 0x1000_0000,
};
/** The exit code of `flock` when another process has the lock. */
const IS_TAKEN = 1;

/**
 * Locks a file, which is made if it is missing; undefined when another process has the lock. The lock is the kernel's. It ends
 * with the last process that holds it, however that ends, and holds in every container that shares the folder. The file stays:
 * two processes could lock two files of one name if it were removed.
 * @throws {StoreRefused} if the machine has no means to lock a file
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
    // The lock belongs to the open file, which both processes share: it stays when `flock` ends.
    const { status, error } = spawnSync('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status !== 0) {
      closeSync(fd);
      if (status === IS_TAKEN) return undefined;
      const reason = error === undefined ? `flock ended with ${status}` : 'install the program flock (util-linux)';
      throw new StoreRefused(`cannot lock ${path}: ${reason}`);
    }
  }
  return { fd, release: () => closeSync(fd) };
}
