/** Cuts a player's standard output into lines and never holds more than one answer's worth of it. */
export class LineBuffer {
  private readonly limitBytes: number;
  private lines: string[] = [];
  private taken = 0;
  private partial = '';
  /** Bytes since the last complete answer. */
  private bytes = 0;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    // One character a byte: whatever is not ASCII is no protocol, and shows as it came.
    const parts = (this.partial + chunk.toString('latin1')).split('\n');
    this.partial = parts.pop()!;
    for (const part of parts) this.lines.push(part.endsWith('\r') ? part.slice(0, -1) : part);
  }

  next(): string | undefined {
    if (this.taken < this.lines.length) return this.lines[this.taken++];
    this.lines = [];
    this.taken = 0;
    return undefined;
  }

  answerDone(): void {
    this.bytes = this.partial.length + this.waiting().reduce((sum, line) => sum + line.length + 1, 0);
  }

  private waiting(): string[] {
    return this.taken < this.lines.length ? this.lines.slice(this.taken) : [];
  }

  overflowed(): boolean {
    return this.bytes > this.limitBytes;
  }

  /** Something other than empty lines was written that nobody has asked for. */
  hasWaiting(): boolean {
    return this.partial.trim() !== '' || this.waiting().some((line) => line.trim() !== '');
  }
}

const ROUND_BYTES = 64 * 1024;
const MATCH_BYTES = 2 ** 20;
const TAIL_CHARACTERS = 4000;
/** Lines below the one that says what happened: frames of a stack, the version of Node, a caret under a piece of code. */
const NOTHING_SAID = /^(at |Node\.js v|\^+$|[{}]+$|\[ludus)/;
const MOST_WORDS = 200;

/** A player's standard error as its log, so much of it that nobody's memory or disk suffers. */
export class PlayerLog {
  /** All that was written, kept or not. */
  bytes = 0;
  private readonly write: ((text: string) => void) | undefined;
  private kept = '';
  private roundBytes = 0;
  private matchBytes = 0;
  private told = false;
  private tail = '';

  constructor(write: ((text: string) => void) | undefined) {
    this.write = write;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.tail = (this.tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS);
    if (!this.write) return;
    const room = Math.min(ROUND_BYTES - this.roundBytes, MATCH_BYTES - this.matchBytes);
    const taken = chunk.subarray(0, Math.max(0, room));
    this.roundBytes += taken.length;
    this.matchBytes += taken.length;
    this.kept += taken.toString('utf8');
    if (taken.length < chunk.length && !this.told) {
      this.told = true;
      this.kept += '\n[ludus: the rest of this round’s log is left out]\n';
    }
  }

  /** The last line that says something; '' where there is none. What a program dies of stands there in most languages. */
  lastWords(): string {
    const lines = this.tail.split('\n').map((line) => line.trim());
    return lines.findLast((line) => line !== '' && !NOTHING_SAID.test(line))?.slice(0, MOST_WORDS) ?? '';
  }

  /** A note of the referee's own among the player's lines. */
  note(text: string): void {
    this.add(Buffer.from(`${text}\n`));
    this.bytes -= text.length + 1;
  }

  nextRound(): void {
    this.flush();
    this.roundBytes = 0;
    this.told = false;
  }

  /** Hands over what was written since, whole lines where it can. */
  flush(): void {
    if (this.kept === '') return;
    this.write?.(this.kept.replace(/\n$/, ''));
    this.kept = '';
  }
}
