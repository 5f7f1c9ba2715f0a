import { setTimeout as sleep } from 'node:timers/promises';
import { removeLeftOver } from '@ludus/runtime/sandbox/process-folder.ts';
import { ACCOUNT_FD, type Account, lastAccount } from './end-report.ts';
import type { CellLimits, MatchJob, MatchOutcome, VoidCause, VoidMatch } from './job.ts';
import { Sent } from './job-transfer.ts';
import { type LaunchedCell, type LaunchOptions, launchCell } from './launch-process.ts';
import type { FromCell, ToCell } from './messages.ts';

export interface CellOptions extends LaunchOptions {
  readonly limits: CellLimits;
}

/** The process's own thread ends what takes too long; where it cannot, this process does so a little later. */
const GRACE_MS = 10_000;
/** Starting takes a fraction of a second. */
const START_MS = 60_000;
/** What it wrote is read to its end after its death, unless something holds the other ends. */
const LAST_WORDS_MS = 500;
/** Characters that are kept of what it wrote to standard error. */
const SAID = 4000;

/** How the process ended, for sentences, and who ended it. */
interface Death {
  readonly how: string;
  readonly said: string;
  readonly account: Account | undefined;
  readonly memoryKills: number;
}

/** One process that plays matches, one at a time. A match that ends it is void; then it plays no more. */
export class Cell {
  private readonly launched: LaunchedCell;
  private readonly sent = new Sent();
  private readonly matchMs: number;
  private readonly started: Promise<string | undefined>;
  private readonly dead: Promise<Death>;
  /** When nothing of it is left, its group and its files included. */
  private readonly gone: Promise<void>;
  private deliver: ((outcome: MatchOutcome) => void) | undefined;
  private isDead = false;
  private spent = false;
  private outOfTime = false;
  /** Their files stay where a process that is killed had them. */
  private hadPrograms = false;

  constructor(options: CellOptions) {
    const { limits, mostBytes } = options;
    this.matchMs = limits.matchMs;
    this.launched = launchCell(options);
    const { process: child } = this.launched;
    let said = '';
    let account = '';
    // Without a file descriptor left there are no streams.
    child.stderr?.on('data', (bytes) => {
      said = (said + bytes).slice(0, SAID);
    });
    child.stdio?.[ACCOUNT_FD]?.on('data', (bytes) => {
      account = (account + bytes).slice(-500);
    });
    let gone = (): void => {};
    this.gone = new Promise((resolve) => {
      gone = resolve;
    });
    this.dead = new Promise((resolve) => {
      const end = (how: string): void => {
        this.isDead = true;
        this.launched.kill();
        // One that was never there has no last words.
        const closed = child.pid === undefined || new Promise((done) => child.once('close', done));
        void Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]).then(async () => {
          const memoryKills = this.launched.memoryKills();
          resolve({ how, said, account: lastAccount(account), memoryKills });
          await this.launched.drop();
          if (this.hadPrograms) removeLeftOver();
          gone();
        });
      };
      child.once('error', (error) => end(`could not be started: ${error.message}`));
      child.once('exit', (code, signal) => end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`));
    });
    this.started = new Promise((resolve) => {
      void this.dead.then(() => resolve(undefined));
      child.on('message', (message: FromCell) => {
        if (message.kind === 'ready') resolve(message.engine);
        else {
          this.spent ||= message.spent;
          this.deliver?.(message.outcome);
        }
      });
    });
    this.send({ kind: 'setup', limits, mostBytes });
  }

  /** Its process number, for tests and diagnosis. */
  get pid(): number | undefined {
    return this.launched.process.pid;
  }

  /** May it play another match? */
  get isUsable(): boolean {
    return !this.isDead && !this.spent;
  }

  /** By which rules it plays (`engineIdentity`), once it is ready to; undefined if it does not get so far. */
  async engine(): Promise<string | undefined> {
    const timer = setTimeout(() => this.launched.kill(), START_MS);
    try {
      return await this.started;
    } finally {
      clearTimeout(timer);
    }
  }

  /** How it ended, when it has, with the error that it wrote: words that go on after `it`. */
  async ending(): Promise<string> {
    const { how, said } = await this.dead;
    return `${how}${quoted(said)}`;
  }

  /** Plays one match; the next only when this one has come to an outcome. `careful`: so that it can be told better who ends the process. */
  async play(job: MatchJob, careful = false): Promise<MatchOutcome> {
    if ((await this.engine()) === undefined) return { ...this.outcomeOf(await this.dead), cause: 'start' };
    const timer = setTimeout(() => {
      this.outOfTime = true;
      this.launched.kill();
    }, this.matchMs + GRACE_MS);
    this.hadPrograms ||= job.players.some(({ kind }) => kind === 'program');
    const finished = new Promise<MatchOutcome>((resolve) => {
      this.deliver = resolve;
    });
    this.send({ kind: 'play', job: this.sent.pack(job), careful });
    const outcome = await Promise.race([finished, this.dead.then((death) => this.outcomeOf(death))]);
    clearTimeout(timer);
    this.deliver = undefined;
    // A void match may have left anything behind.
    if (outcome.kind === 'void') this.spent = true;
    return outcome;
  }

  /** Ends it at once; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.launched.kill();
    await this.gone;
  }

  private outcomeOf({ how, said, account, memoryKills }: Death): VoidMatch {
    const seat = account && account.seat >= 0 ? account.seat : undefined;
    switch (account?.how) {
      case 'memory':
        return voidBy('memory', seat, 'the process that played it used more memory than it may');
      case 'silent':
        return voidBy('hang', seat, `a player did not answer within ${account.seconds} s`);
      case 'stalled':
        return voidBy('wall', seat, `it took more than ${account.seconds} s`);
      default:
    }
    if (this.outOfTime) return voidBy('wall', seat, `it took more than ${Math.round(this.matchMs / 1000)} s`);
    if (memoryKills > 0 || /out of memory|allocation failed|cannot allocate/i.test(said))
      return voidBy('memory', seat, 'the process that played it had no memory left');
    const cause: VoidCause = how.startsWith('was ended') ? 'killed' : how.startsWith('ended') ? 'crashed' : 'broken';
    return voidBy(cause, seat, `the process that played it ${how}${quoted(said)}`);
  }

  private send(message: ToCell): void {
    // A process that has just died cannot be told; `dead` says so.
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
function quoted(said: string): string {
  const lines = said
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const line = lines.find((each) => /^\w*Error(?: \[\w+\])?: /.test(each)) ?? lines[0];
  return line === undefined ? '' : `: ${line.slice(0, 200).replace(/\.$/, '')}`;
}
