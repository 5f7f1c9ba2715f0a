import { Presets, SingleBar } from 'cli-progress';

/** A progress bar on standard error with rate and time left; silent where standard error is no terminal. */
export class Progress {
  private bar: SingleBar | undefined;
  private begun = 0;
  private count = 0;

  /** `before`: matches known already; `total` undefined: as many as it takes. */
  start(before: number, total: number | undefined): void {
    if (!process.stderr.isTTY) return;
    this.begun = performance.now();
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
  }

  /** Words beside the bar. */
  note(text: string): void {
    this.bar?.update({ note: text });
  }

  /** A line of results on standard output, where the bar must not stand in its way. */
  say(line: string): void {
    if (this.bar) process.stderr.write('\r\x1b[K');
    process.stdout.write(`${line}\n`);
  }

  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }
}
