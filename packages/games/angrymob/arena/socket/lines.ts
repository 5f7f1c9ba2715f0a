/** Maximum length of a line from a peer, in bytes, without its line break (docs/angry-mob.md §3.2). */
export const MAX_LINE_BYTES = 65536;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** One received line. */
export interface ReceivedLine {
  /**
   * The line without its line break (`\n` or `\r\n`). Each byte becomes one character, so non-ASCII bytes are
   * preserved.
   */
  readonly text: string;
  /** The time when the line break was read, on the clock of `performance.now()`. */
  readonly arrivedMs: number;
}

/**
 * Splits a stream of bytes into lines. Lines wait here until they are requested, and `heldBytes` shows the reader when
 * to pause. A line longer than `MAX_LINE_BYTES` permanently ends the stream: `overlong` stays true, and further input
 * is ignored.
 */
export class LineBuffer {
  /** Number of received bytes that haven't been returned yet. */
  heldBytes = 0;
  overlong = false;
  private readonly lines: ReceivedLine[] = [];
  private partial: Uint8Array[] = [];
  private partialBytes = 0;

  /** Adds bytes; `nowMs` is the time when they were read. */
  push(bytes: Uint8Array, nowMs: number): void {
    let from = 0;
    while (!this.overlong) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end < 0) break;
      this.finishLine(bytes.subarray(from, end), nowMs);
      from = end + 1;
    }
    if (this.overlong || from >= bytes.length) return;
    const rest = bytes.subarray(from);
    this.partial.push(rest);
    this.partialBytes += rest.length;
    this.heldBytes += rest.length;
    // The next byte may still be the \r of a \r\n.
    if (this.partialBytes > MAX_LINE_BYTES + 1) this.giveUp();
  }

  /** Removes and returns the oldest line, or undefined. */
  shift(): ReceivedLine | undefined {
    const line = this.lines.shift();
    if (line !== undefined) this.heldBytes -= line.text.length + 1;
    return line;
  }

  get hasLine(): boolean {
    return this.lines.length > 0;
  }

  /** Whether there is an incomplete line. */
  get hasPartialLine(): boolean {
    return this.partialBytes > 0;
  }

  /** Bytes of the incomplete line. */
  get partialLineBytes(): number {
    return this.partialBytes;
  }

  private finishLine(last: Uint8Array, arrivedMs: number): void {
    let bytes = last;
    if (this.partialBytes > 0) {
      this.heldBytes -= this.partialBytes;
      bytes = Buffer.concat([...this.partial, last]);
      this.partial = [];
      this.partialBytes = 0;
    }
    const end = bytes.length > 0 && bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    if (end > MAX_LINE_BYTES) {
      this.giveUp();
      return;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
    this.lines.push({ text, arrivedMs });
    this.heldBytes += text.length + 1;
  }

  private giveUp(): void {
    this.overlong = true;
    this.heldBytes -= this.partialBytes;
    this.partial = [];
    this.partialBytes = 0;
  }
}
