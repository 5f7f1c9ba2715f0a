import { setTimeout as sleep } from 'node:timers/promises';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { END_REPORT_FD, type EndReport, lastEndReport } from './end-report.ts';
import type { MatchJob, MatchOutcome, MatchProcessLimits, VoidCause, VoidMatch } from './job.ts';
import type { MatchProcessRequest, MatchProcessResponse } from './job-transfer.ts';
import { JobSender } from './job-transfer.ts';
import { type LaunchedMatchProcess, type LaunchOptions, launchMatchProcess } from './launch-process.ts';

export interface MatchProcessOptions extends LaunchOptions {
  readonly limits: MatchProcessLimits;
}

/** The process's own thread ends what takes too long; if it cannot, this process does so a little later. */
const GRACE_MS = 10_000;
/** Starting takes a fraction of a second. */
const START_TIMEOUT_MS = 60_000;
/** A dead process's output is read to its end, unless another process holds the other ends. */
const OUTPUT_TIMEOUT_MS = 500;
/** Characters that are kept of what it wrote to standard error. */
const MAX_STDERR_LENGTH = 4000;

/** How the process ended, for sentences, and who ended it. */
interface ProcessEnd {
  readonly how: string;
  readonly stderr: string;
  readonly report: EndReport | undefined;
  readonly memoryKills: number;
}

/** One process that plays matches, one at a time. A match that ends it is void; then it no longer plays. */
export class MatchProcess {
  private readonly launched: LaunchedMatchProcess;
  private readonly sender = new JobSender();
  private readonly matchMs: number;
  private readonly started: Promise<string | undefined>;
  private readonly ended: Promise<ProcessEnd>;
  /** When nothing of it is left, its group and its files included. */
  private readonly cleared: Promise<void>;
  private onOutcome: ((outcome: MatchOutcome) => void) | undefined;
  private hasEnded = false;
  private isSpent = false;
  private isOutOfTime = false;
  /** Their files stay where a process that is killed had them. */
  private hadPrograms = false;

  constructor(options: MatchProcessOptions) {
    const { limits, maxBytes } = options;
    this.matchMs = limits.matchMs;
    this.launched = launchMatchProcess(options);
    const { process: child } = this.launched;
    let stderr = '';
    let report = '';
    // Without a file descriptor left there are no streams.
    child.stderr?.on('data', (bytes) => {
      stderr = (stderr + bytes).slice(0, MAX_STDERR_LENGTH);
    });
    child.stdio?.[END_REPORT_FD]?.on('data', (bytes) => {
      report = (report + bytes).slice(-500);
    });
    let gone = (): void => {};
    this.cleared = new Promise((resolve) => {
      gone = resolve;
    });
    this.ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.hasEnded = true;
        this.launched.kill();
        // One that was never there has no last words.
        const closed = child.pid === undefined || new Promise((done) => child.once('close', done));
        void Promise.race([closed, sleep(OUTPUT_TIMEOUT_MS, undefined, { ref: false })]).then(async () => {
          const memoryKills = this.launched.memoryKills();
          resolve({ how, stderr, report: lastEndReport(report), memoryKills });
          await this.launched.drop();
          if (this.hadPrograms) removeAbandonedFolders();
          gone();
        });
      };
      child.once('error', (error) => end(`could not be started: ${error.message}`));
      child.once('exit', (code, signal) =>
        end(signal === null ? `ended with code ${code}` : `was killed by ${signal}`),
      );
    });
    this.started = new Promise((resolve) => {
      void this.ended.then(() => resolve(undefined));
      child.on('message', (message: MatchProcessResponse) => {
        if (message.kind === 'ready') resolve(message.engine);
        else {
          this.isSpent ||= message.spent;
          this.onOutcome?.(message.outcome);
        }
      });
    });
    this.send({ kind: 'setup', limits, maxBytes });
  }

  /** Its process number, for tests and diagnosis. */
  get pid(): number | undefined {
    return this.launched.process.pid;
  }

  /** Whether it may play another match. */
  get isUsable(): boolean {
    return !this.hasEnded && !this.isSpent;
  }

  /** By which rules it plays (`engineIdentity`), once it is ready to; undefined if it does not get so far. */
  async engine(): Promise<string | undefined> {
    const timer = setTimeout(() => this.launched.kill(), START_TIMEOUT_MS);
    try {
      return await this.started;
    } finally {
      clearTimeout(timer);
    }
  }

  /** How it ended, when it has, with the error that it printed: words that follow `it`. */
  async describeEnd(): Promise<string> {
    const { how, stderr } = await this.ended;
    return `${how}${quoteError(stderr)}`;
  }

  /** Plays one match; the next only when this one has come to an outcome. `careful`: to find out better who ends the process. */
  async play(job: MatchJob, careful = false): Promise<MatchOutcome> {
    if ((await this.engine()) === undefined) return { ...this.outcomeOf(await this.ended), cause: 'start' };
    const timer = setTimeout(() => {
      this.isOutOfTime = true;
      this.launched.kill();
    }, this.matchMs + GRACE_MS);
    this.hadPrograms ||= job.players.some(({ kind }) => kind === 'program');
    const finished = new Promise<MatchOutcome>((resolve) => {
      this.onOutcome = resolve;
    });
    this.send({ kind: 'play', job: this.sender.pack(job), careful });
    const outcome = await Promise.race([finished, this.ended.then((death) => this.outcomeOf(death))]);
    clearTimeout(timer);
    this.onOutcome = undefined;
    // A void match may have left anything behind.
    if (outcome.kind === 'void') this.isSpent = true;
    return outcome;
  }

  /** Ends it at once; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.launched.kill();
    await this.cleared;
  }

  private outcomeOf({ how, stderr, report, memoryKills }: ProcessEnd): VoidMatch {
    const seat = report && report.seat >= 0 ? report.seat : undefined;
    switch (report?.how) {
      case 'memory':
        return voidBy('memory', seat, 'the process that played it used more memory than it may');
      case 'silent':
        return voidBy('hang', seat, `a player did not answer within ${report.seconds} s`);
      case 'stalled':
        return voidBy('wall', seat, `it took more than ${report.seconds} s`);
      default:
    }
    if (this.isOutOfTime) return voidBy('wall', seat, `it took more than ${Math.round(this.matchMs / 1000)} s`);
    if (memoryKills > 0 || /out of memory|allocation failed|cannot allocate/i.test(stderr))
      return voidBy('memory', seat, 'the process that played it had no memory left');
    const cause: VoidCause = how.startsWith('was ended') ? 'killed' : how.startsWith('ended') ? 'crashed' : 'broken';
    return voidBy(cause, seat, `the process that played it ${how}${quoteError(stderr)}`);
  }

  private send(message: MatchProcessRequest): void {
    // A process that has just died cannot receive messages; `dead` reports it.
    if (this.launched.process.connected) this.launched.process.send(message, () => {});
  }
}

const voidBy = (cause: VoidCause, seat: number | undefined, why: string): VoidMatch => ({
  kind: 'void',
  cause,
  seat,
  sentence: `The match is void: ${why}.`,
});

/** The error that it wrote, else the first line, if it wrote any, without its full stop. Above its error Node shows where it was thrown. */
function quoteError(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const line = lines.find((each) => /^\w*Error(?: \[\w+\])?: /.test(each)) ?? lines[0];
  return line === undefined ? '' : `: ${line.slice(0, 200).replace(/\.$/, '')}`;
}
