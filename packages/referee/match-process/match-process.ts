import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { END_REPORT_FD, type EndReport, lastEndReport } from './end-report.ts';
import type { MatchJob, MatchOutcome, MatchProcessLimits, VoidCause, VoidMatch } from './job.ts';
import type { MatchProcessRequest, MatchProcessResponse } from './job-transfer.ts';
import { JobSender } from './job-transfer.ts';
import { type LaunchedMatchProcess, type LaunchOptions, launchMatchProcess, outputEnded } from './launch-process.ts';

export interface MatchProcessOptions extends LaunchOptions {
  readonly limits: MatchProcessLimits;
}

/**
 * The process's watchdog thread stops a match that takes too long. If the thread can't, the parent process stops the
 * match after this additional time, in milliseconds.
 */
const GRACE_MS = 10_000;
/** Limit for starting the process, in milliseconds. It normally takes a fraction of a second. */
const START_TIMEOUT_MS = 60_000;
/** Maximum number of characters of the process's standard error that are stored. */
const MAX_STDERR_LENGTH = 4000;

/** How the process ended: words for messages, and the cause of the void match. */
interface ProcessEnd {
  readonly how: string;
  readonly cause: VoidCause;
  readonly stderr: string;
  readonly report: EndReport | undefined;
  readonly memoryKills: number;
}

/**
 * One process that plays matches, one at a time. A match that ends the process is void, and the process plays no other
 * match.
 */
export class MatchProcess {
  private readonly launched: LaunchedMatchProcess;
  private readonly sender = new JobSender();
  private readonly matchMs: number;
  private readonly started: Promise<string | undefined>;
  private readonly ended: Promise<ProcessEnd>;
  /** Resolves when the process, its group, and its files are gone. */
  private readonly cleared: Promise<void>;
  private onOutcome: ((outcome: MatchOutcome) => void) | undefined;
  private hasEnded = false;
  private isSpent = false;
  private isOutOfTime = false;
  /**
   * Whether programs have played in the process. If the process is then killed, the programs' files remain and must be
   * removed.
   */
  private hadPrograms = false;

  constructor(options: MatchProcessOptions) {
    const { limits, maxBytes } = options;
    this.matchMs = limits.matchMs;
    this.launched = launchMatchProcess(options);
    const { process: child } = this.launched;
    let stderr = '';
    let report = '';
    // Without a free file descriptor, the process has no streams.
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
      const end = (cause: VoidCause, how: string): void => {
        this.hasEnded = true;
        this.launched.kill();
        // A process that could not be started has no output.
        const read = child.pid === undefined ? Promise.resolve() : outputEnded(child);
        void read.then(async () => {
          const memoryKills = this.launched.memoryKills();
          resolve({ how, cause, stderr, report: lastEndReport(report), memoryKills });
          await this.launched.drop();
          if (this.hadPrograms) removeAbandonedFolders();
          gone();
        });
      };
      child.once('error', (error) => end('broken', `could not be started: ${error.message}`));
      child.once('exit', (code, signal) =>
        signal === null ? end('crashed', `ended with code ${code}`) : end('killed', `was killed by ${signal}`),
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

  /** The process's id, for tests and diagnosis. */
  get pid(): number | undefined {
    return this.launched.process.pid;
  }

  /** Whether the process may play another match. */
  get isUsable(): boolean {
    return !this.hasEnded && !this.isSpent;
  }

  /**
   * The identifier of the process's rules (`engineIdentity`), once the process is ready; undefined if the process
   * doesn't start.
   */
  async engine(): Promise<string | undefined> {
    const timer = setTimeout(() => this.launched.kill(), START_TIMEOUT_MS);
    try {
      return await this.started;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A description of the process's end, with the error that it printed, in words that follow `it`. */
  async describeEnd(): Promise<string> {
    const { how, stderr } = await this.ended;
    return `${how}${quoteError(stderr)}`;
  }

  /**
   * Plays one match. The next match may start only when this one has an outcome. `careful`: whether to identify more
   * reliably which player ends the process.
   */
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
    // A void match may have left the process in any state.
    if (outcome.kind === 'void') this.isSpent = true;
    return outcome;
  }

  /** Kills the process immediately. Resolves when the process, its group, and its files are gone. */
  async close(): Promise<void> {
    this.launched.kill();
    await this.cleared;
  }

  private outcomeOf({ how, cause, stderr, report, memoryKills }: ProcessEnd): VoidMatch {
    const seat = report && report.seat >= 0 ? report.seat : undefined;
    switch (report?.how) {
      case 'memory':
        return voidBy('memory', seat, 'the process that played it used more memory than allowed');
      case 'silent':
        return voidBy('hang', seat, `a player did not answer within ${report.seconds} s`);
      case 'stalled':
        return voidBy('wall', seat, `it took more than ${report.seconds} s`);
      default:
    }
    if (this.isOutOfTime) return voidBy('wall', seat, `it took more than ${Math.round(this.matchMs / 1000)} s`);
    if (memoryKills > 0 || /out of memory|allocation failed|cannot allocate/i.test(stderr))
      return voidBy('memory', seat, 'the process that played it had no memory left');
    return voidBy(cause, seat, `the process that played it ${how}${quoteError(stderr)}`);
  }

  private send(message: MatchProcessRequest): void {
    // A process that has just died can't receive messages; `ended` reports its end.
    if (this.launched.process.connected) this.launched.process.send(message, () => {});
  }
}

const voidBy = (cause: VoidCause, seat: number | undefined, why: string): VoidMatch => ({
  kind: 'void',
  cause,
  seat,
  sentence: `The match is void: ${why}.`,
});

/**
 * The error message in a process's standard error, or else the first line, if any, without a full stop. Node prints the
 * source location before the message.
 */
function quoteError(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const line = lines.find((each) => /^\w*Error(?: \[\w+\])?: /.test(each)) ?? lines[0];
  return line === undefined ? '' : `: ${line.slice(0, 200).replace(/\.$/, '')}`;
}
