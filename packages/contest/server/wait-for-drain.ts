import type { Writable } from 'node:stream';

/**
 * Waits until a stream accepts data again or is closed. No listeners are left on the stream, however often it stalls.
 */
export async function drained(stream: Writable): Promise<void> {
  if (stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
