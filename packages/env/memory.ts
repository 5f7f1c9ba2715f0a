import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { mapFile } from './map-file.ts';
import type { BlockPlace } from './parts.ts';

/** Parts of the file start at page boundaries. */
const PAGE = 4096;

/** How an observation is written to the memory: directly, or as a copy. */
export type MemoryUse = 'mapped' | 'copied';

/**
 * A file in memory that two processes share: this process reads and writes the file, and the other process maps it. The
 * file contains the actions of a step, then two buffers for observations. The buffers are used alternately, so that one
 * stays unchanged while the next is written. With only one buffer, callers must copy the data before the next request,
 * but less memory is touched.
 */
export class SharedMemory {
  /**
   * The offset of the actions in the file. The next two fields are the offsets of the buffers, and the file's length.
   */
  readonly actionsAt = 0;
  readonly buffersAt: readonly number[];
  readonly length: number;
  /** The buffers in this process's memory, if the file is also mapped here. */
  readonly places: readonly BlockPlace[] | undefined;
  private readonly file: number;
  private readonly mapped: Uint8Array | undefined;

  /**
   * @param path an empty file, which is extended to the necessary length
   * @param use `mapped`, if possible
   * @param buffers one or two
   * @throws Node's error if the file can't be opened, or an error with a message if it isn't a regular file or isn't
   * empty
   */
  constructor(path: string, actions: number, observation: number, use: MemoryUse = 'mapped', buffers: 1 | 2 = 2) {
    const pages = (bytes: number) => Math.ceil(bytes / PAGE) * PAGE;
    const first = pages(actions);
    this.buffersAt = Array.from({ length: buffers }, (_, buffer) => first + buffer * pages(observation));
    this.length = first + buffers * pages(observation);
    this.file = openSync(path, 'r+');
    const stat = fstatSync(this.file);
    if (!stat.isFile() || stat.size > 0) {
      closeSync(this.file);
      throw new Error(`${path} is ${stat.isFile() ? 'not empty' : 'not a file'}`);
    }
    ftruncateSync(this.file, this.length);
    const buffer = use === 'mapped' ? mapFile(this.file, this.length) : undefined;
    this.mapped = buffer && new Uint8Array(buffer);
    this.places = buffer && this.buffersAt.map((at) => ({ buffer, at }));
  }

  get use(): MemoryUse {
    return this.mapped ? 'mapped' : 'copied';
  }

  readActions(into: Uint8Array): void {
    if (this.mapped) {
      into.set(this.mapped.subarray(this.actionsAt, this.actionsAt + into.length));
      return;
    }
    const count = readSync(this.file, into, 0, into.length, this.actionsAt);
    if (count !== into.length) throw new Error('the shared memory was truncated');
  }

  /** Copies an observation into a buffer unless it is already there. */
  writeObservation(pieces: readonly Uint8Array[], buffer: number): void {
    let to = this.buffersAt[buffer];
    for (const bytes of pieces)
      for (let at = 0; at < bytes.length; ) {
        const count = writeSync(this.file, bytes, at, bytes.length - at, to);
        at += count;
        to += count;
      }
  }

  close(): void {
    closeSync(this.file);
  }
}
