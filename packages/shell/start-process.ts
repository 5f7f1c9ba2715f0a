import type { ChildProcess } from 'node:child_process';

/**
 * Thrown when a process couldn't be started, because there is no such program, or the system lacks memory, process ids,
 * or file descriptors.
 */
export class ProcessStartError extends Error {}

/**
 * Calls `spawn`, and waits until the process has started. Node reports a failed start in three ways: it throws, it
 * emits `error`, or it emits `error` without streams. This function rejects its promise in all three cases. An error of
 * a process that is already running (such as an undelivered signal) doesn't end the process, so wait for its `close`.
 */
export async function startProcess<Child extends ChildProcess>(spawn: () => Child): Promise<Child> {
  try {
    return await new Promise((started, failed) => {
      const child = spawn();
      child.on('error', failed).once('spawn', () => started(child));
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ProcessStartError(`the process cannot be started: ${code ?? message}`, { cause: error });
  }
}
