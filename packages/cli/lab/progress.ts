import { Presets, SingleBar } from 'cli-progress';

/**
 * If standard error isn't a terminal: the time before the first progress line and between two lines, in milliseconds.
 */
const LINE_MS = 20_000;
const FIRST_LINE_MS = 10_000;

/**
 * A progress bar on standard error with the rate and the remaining time; occasional lines if standard error isn't a
 * terminal.
 */
export class Progress {
  private bar: SingleBar | undefined;
  private begun = 0;
  private count = 0;
  private before = 0;
  private total: number | undefined;
  /** The time of the next line, in milliseconds; infinite on a terminal, which shows a bar instead. */
  private nextLine = Number.POSITIVE_INFINITY;
  private noted = '';
  private readonly out: () => NodeJS.WriteStream;

  /** `out`: the stream for lines of results. */
  constructor(out: () => NodeJS.WriteStream = () => process.stdout) {
    this.out = out;
  }

  /** `before`: the number of matches that already have results; `total`: undefined if it isn't known. */
  start(before: number, total: number | undefined): void {
    this.begun = performance.now();
    this.count = 0;
    this.before = before;
    this.total = total;
    if (!process.stderr.isTTY) {
      this.nextLine = this.begun + FIRST_LINE_MS;
      return;
    }
    this.bar = new SingleBar(
      {
        format:
          total === undefined
            ? '{value} matches · {rate}/s {note}'
            : '{bar} {value}/{total} · {rate}/s · {eta_formatted} left {note}',
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
        etaBuffer: 200,
        gracefulExit: false,
      },
      Presets.shades_classic,
    );
    this.bar.start(total ?? 0, Math.min(before, total ?? before), { rate: '…', note: '' });
  }

  step(): void {
    this.count++;
    const seconds = (performance.now() - this.begun) / 1000;
    this.bar?.increment(1, { rate: seconds > 0.5 ? (this.count / seconds).toPrecision(3) : '…' });
    if (performance.now() < this.nextLine) return;
    this.nextLine = performance.now() + LINE_MS;
    process.stderr.write(`${progressLine(this.before + this.count, this.total, this.count / seconds)}${this.noted}\n`);
  }

  /** Sets the text next to the progress bar. */
  note(text: string): void {
    this.bar?.update({ note: text });
    this.noted = text === '' ? '' : ` · ${text}`;
  }

  /** Removes the progress bar, and writes a line of results. */
  say(line: string): void {
    if (this.bar) process.stderr.write('\r\x1b[K');
    this.out().write(`${line}\n`);
  }

  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }
}

/** Returns a line such as `312 of 1800 matches · 12.3/s · 2 min left`; `rate`: matches per second. */
export function progressLine(done: number, total: number | undefined, rate: number): string {
  const left = total === undefined ? undefined : Math.max(0, total - done) / rate;
  const parts = [
    total === undefined ? `${done} matches` : `${done} of ${total} matches`,
    `${rate.toPrecision(3)}/s`,
    ...(left === undefined ? [] : [left < 90 ? `${Math.ceil(left)} s left` : `${Math.ceil(left / 60)} min left`]),
  ];
  return parts.join(' · ');
}
