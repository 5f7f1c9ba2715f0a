import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Parts of the file begin at whole pages. */
const PAGE = 4096;

/**
 * A file in memory that two processes share: this one reads and writes it, the other one has it mapped. It holds the actions of a
 * step, then two buffers that observations are written to in turn, so that one stays as it is while the next is being written.
 */
export class SharedMemory {
  /** Where the actions, the first and the second buffer begin, and how long the file has to be. */
  readonly actionsAt = 0;
  readonly buffersAt: readonly [number, number];
  readonly length: number;
  private readonly file: number;
  /** The buffer that was written last. */
  private turn = 1;

  /**
   * @param path a file of at least `length` bytes; the other side makes it longer once it has been told the length
   * @throws Error of Node's if it cannot be opened
   */
  constructor(path: string, actions: number, observation: number) {
    const pages = (bytes: number) => Math.ceil(bytes / PAGE) * PAGE;
    const first = pages(actions);
    this.buffersAt = [first, first + pages(observation)];
    this.length = first + 2 * pages(observation);
    this.file = openSync(path, 'r+');
    if (!fstatSync(this.file).isFile()) throw new Error(`${path} is no file`);
  }

  readActions(into: Uint8Array): void {
    const count = readSync(this.file, into, 0, into.length, this.actionsAt);
    if (count !== into.length) throw new Error('the shared memory has become shorter');
  }

  /** Writes an observation into the other buffer, or over the one written last; gives its number, 0 or 1. */
  writeObservation(bytes: Uint8Array, over: boolean): number {
    if (!over) this.turn = 1 - this.turn;
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.file, bytes, at, bytes.length - at, this.buffersAt[this.turn] + at);
    return this.turn;
  }

  close(): void {
    closeSync(this.file);
  }
}
