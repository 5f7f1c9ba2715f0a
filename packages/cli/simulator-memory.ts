import { totalmem } from 'node:os';
import { MAX_ANSWER_BYTES } from '@ludus/env/descriptors.ts';
import { type ObservedMatches, type ObserverOptions, partShapes } from '@ludus/env/observer.ts';
import { blockLength, blockRoom } from '@ludus/env/parts.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** Returns the number of bytes that this process can allocate. */
function available(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Rejects matches whose observations alone don't fit into memory, before any memory is allocated. `buffers`: the number
 * of buffers in shared memory, 0 if all data goes through the pipe.
 */
export function checkMemory(
  of: ObservedMatches,
  size: number,
  observe: ObserverOptions,
  { buffers, most = available() }: { readonly buffers: number; readonly most?: number | undefined },
): void {
  const shapes = partShapes(of, size, observe);
  const one = blockLength(shapes);
  if (buffers === 0 && one > MAX_ANSWER_BYTES)
    throw new UsageError(
      `--size ${size}: the observations have ${one} bytes, but a pipe allows at most ${MAX_ANSWER_BYTES}: choose a smaller size, or use shared memory`,
    );
  const bytes = blockRoom(shapes) * Math.max(buffers, 1);
  if (bytes > most)
    throw new UsageError(
      `--size ${size}: the observations need ${bytes} bytes of memory, but only ${most} are available: choose a smaller size`,
    );
}
