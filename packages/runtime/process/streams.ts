import { StringDecoder } from 'node:string_decoder';
import { crashMessage, sanitizerReport } from './crash-message.ts';

/** Splits a player's standard output into lines, and buffers at most one answer. */
export class LineBuffer {
  private readonly limitBytes: number;
  private lines: string[] = [];
  private taken = 0;
  private partial = '';
  /** Number of bytes since the last complete answer. */
  private bytes = 0;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    // Decodes one character per byte. Bytes other than ASCII aren't part of the protocol, and messages show them
    // unchanged. The start of an incomplete line isn't read again, because a player may write the line byte by byte.
    const parts = chunk.toString('latin1').split('\n');
    parts[0] = this.partial + parts[0];
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

  /** Whether unrequested output other than empty lines has arrived. */
  hasWaiting(): boolean {
    return this.partial.trim() !== '' || this.waiting().some((line) => line.trim() !== '');
  }
}

const ROUND_BYTES = 64 * 1024;
const MATCH_BYTES = 2 ** 20;
/**
 * Length of the stored end of the log, in characters. This length must be enough for a memory checker's report: three
 * stacks and a memory map.
 */
const TAIL_CHARACTERS = 16_000;

/** Stores a player's standard error as the player's log. The log's size is limited to protect memory and disk. */
export class PlayerLog {
  /** Number of bytes that the player has written, including bytes that weren't stored. */
  bytes = 0;
  private readonly write: ((text: string) => void) | undefined;
  private readonly decoder = new StringDecoder('utf8');
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
    this.keep(this.decoder.write(chunk));
  }

  /** Stores text up to the limits. */
  private keep(text: string): void {
    this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
    if (!this.write || this.told) return;
    const bytes = Buffer.from(text);
    const room = Math.min(ROUND_BYTES - this.roundBytes, MATCH_BYTES - this.matchBytes);
    // A decoder returns only whole characters.
    const taken = new StringDecoder('utf8').write(bytes.subarray(0, Math.max(0, room)));
    const size = Buffer.byteLength(taken);
    this.roundBytes += size;
    this.matchBytes += size;
    this.kept += taken;
    if (size < bytes.length) {
      this.told = true;
      this.kept += '\n[ludus: the rest of this round’s log is omitted]\n';
    }
  }

  /** The cause of a program's end, if known, with the line in the program's file `source`. */
  lastWords(source?: string): string {
    return crashMessage(this.tail, source);
  }

  /**
   * Like `lastWords`, but returns only reports from a memory checker or a failed assertion, even if a signal killed the
   * program.
   */
  report(source?: string): string {
    return sanitizerReport(this.tail, source);
  }

  /**
   * The address at which a compiled program crashed, as crash.cc reports it: ` [at 1a2b]`; '' if there is no such
   * report.
   */
  crashPlaces(): string {
    return /^ludus: crashed( \[at [0-9a-f,]+\])$/m.exec(this.tail)?.[1] ?? '';
  }

  /** The frames in this program from a report's first stack: ` [at 1a2b,3c4d]`; '' if there are none. */
  frames(program: string): string {
    const found = this.tail.split(/^\s*$/m).map((part) => part.split(`(${program}+0x`).slice(1, 7));
    const addresses = found.find((each) => each.length > 0)?.map((each) => /^[0-9a-f]+/.exec(each)?.[0] ?? '0');
    return addresses ? ` [at ${addresses.join(',')}]` : '';
  }

  nextRound(): void {
    this.end();
    this.roundBytes = 0;
    this.told = false;
  }

  /** Passes on all new output, even an incomplete character. */
  end(): void {
    const rest = this.decoder.end();
    if (rest !== '') this.keep(rest);
    this.flush();
  }

  /** Passes on the new output, in whole lines if possible. */
  flush(): void {
    if (this.kept === '') return;
    this.write?.(this.kept.replace(/\n$/, ''));
    this.kept = '';
  }
}
