import type { ChildProcess } from 'node:child_process';

/** A process could not be started: no such program, or no memory, process number or file descriptor left for it. */
export class ProcessStartError extends Error {}

/**
 * Calls `spawn`, and waits until the process is there. Node reports in three ways that a process cannot start: it throws, it
 * emits `error`, or it emits `error` without streams. Here each of them rejects the promise. An error of a process that runs (a
 * signal that does not reach it, say) ends nothing: wait for its `close`.
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
