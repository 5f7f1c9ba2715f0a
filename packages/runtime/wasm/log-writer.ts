/**
 * The data of one `fd_write` call: pieces of the memory. The memory also contains pairs of their addresses and lengths,
 * from `first` up to `end`.
 */
export interface Pieces {
  readonly view: DataView;
  readonly first: number;
  readonly end: number;
  /** Total bytes of all pieces. */
  readonly total: number;
}

/** Maximum number of stored bytes of a player's log per round. */
const MAX_LOG_BYTES = 64 * 1024;
/** Number of stored bytes from the end of a player's standard error. */
const MAX_LAST_BYTES = 1000;
/** Pieces up to this size are copied faster byte by byte. */
const SHORT_BYTES = 32;

/**
 * The output of a module during a call. The output may consist of many short pieces that cost little fuel. Therefore,
 * only stored pieces are copied, and no piece causes an allocation.
 */
export class LogWriter {
  private readonly logged: Uint8Array | undefined;
  private loggedBytes = 0;
  /** Twice as long as the stored bytes, so that bytes are rarely moved. */
  private readonly errors = new Uint8Array(2 * MAX_LAST_BYTES);
  private errorBytes = 0;

  /** @param keepsLog whether the log is used */
  constructor(keepsLog: boolean) {
    if (keepsLog) this.logged = new Uint8Array(MAX_LOG_BYTES);
  }

  clear(): void {
    this.loggedBytes = 0;
    this.errorBytes = 0;
  }

  write(pieces: Pieces, descriptor: 1 | 2): void {
    if (descriptor === 2) this.keepLast(pieces);
    if (this.logged) this.loggedBytes = copyPieces(pieces, 0, this.logged, this.loggedBytes);
  }

  /** The start of the output; valid until the next write. */
  get log(): Uint8Array | undefined {
    return this.logged?.subarray(0, this.loggedBytes);
  }

  /** The end of standard error; valid until the next write. */
  get last(): Uint8Array {
    return this.errors.subarray(Math.max(0, this.errorBytes - MAX_LAST_BYTES), this.errorBytes);
  }

  private keepLast(pieces: Pieces): void {
    const kept = Math.min(pieces.total, MAX_LAST_BYTES);
    if (this.errorBytes + kept > this.errors.length) {
      this.errors.copyWithin(0, this.errorBytes - MAX_LAST_BYTES, this.errorBytes);
      this.errorBytes = MAX_LAST_BYTES;
    }
    this.errorBytes = copyPieces(pieces, pieces.total - kept, this.errors, this.errorBytes);
  }
}

/** Copies the pieces without the first `skipped` bytes, as far as there is space. Returns the end of the copy. */
export function copyPieces({ view, first, end, total }: Pieces, skipped: number, into: Uint8Array, at: number): number {
  let to = at;
  if (to === into.length || skipped === total) return to;
  const memory = new Uint8Array(view.buffer);
  let left = skipped;
  for (let piece = first; piece < end && to < into.length; piece += 8) {
    const length = view.getUint32(piece + 4, true);
    if (length <= left) {
      left -= length;
      continue;
    }
    const from = view.getUint32(piece, true) + left;
    const count = Math.min(length - left, into.length - to);
    left = 0;
    if (count > SHORT_BYTES) into.set(memory.subarray(from, from + count), to);
    else for (let byte = 0; byte < count; byte++) into[to + byte] = memory[from + byte];
    to += count;
  }
  return to;
}
