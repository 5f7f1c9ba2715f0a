import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { canAccount, type Usage } from '../budget/accounting.ts';
import { type CompiledProgram, withSourceLine } from '../compile/source-lines.ts';
import { failure, playerFault } from '../failures.ts';
import {
  type CommandLine,
  isThere,
  killAll,
  type LaunchedProcess,
  type LaunchOptions,
  launch,
  signalAll,
  signalOne,
} from '../groups/launch.ts';
import { removeGroup } from '../groups/make-group.ts';
import { DEFAULT_LIMITS, launchLimits, type SessionLimits } from './limits.ts';
import { endSentence, withCrashMessage } from './process-end.ts';
import { LineBuffer, PlayerLog } from './streams.ts';
import { formatBytes, UsageMonitor } from './usage-monitor.ts';

export interface SessionOptions extends Omit<LaunchOptions, 'limits' | 'groups'> {
  readonly session?: Partial<SessionLimits>;
  readonly log?: (text: string) => void;
  /** The player's source file. Crash messages give line numbers in this file. */
  readonly source?: string | undefined;
  /** The player's program, if it was compiled. The program's line tables show in which line the player crashed. */
  readonly compiled?: CompiledProgram | undefined;
  /** Receives the id of the launched process. */
  readonly onStart?: (pid: number) => void;
}

/** Reads a line of an answer; returns true when the answer is complete. Throws a PlayerFault for an invalid answer. */
export type TakeLine = (line: string) => boolean;

interface PendingQuestion {
  readonly takeLine: TakeLine;
  /** Number of budget requests since the question. */
  budgetLines: number;
  readonly resolve: () => void;
  readonly reject: (fault: PlayerFault) => void;
}

/**
 * How long another process may keep a program's output open after the program has ended, in milliseconds. On a busy
 * machine, the last output arrives late.
 */
const LEFT_OPEN_MS = 1000;
/** How long a program that exceeded its limit may take to report where it was, in milliseconds. */
const LAST_WORD_MS = 100;

/** Sends questions to one running player, monitors the player's usage, and stops the player. */
export class ProcessSession {
  readonly name: string;
  private readonly limits: SessionLimits;
  private readonly options: SessionOptions;
  private readonly launched: LaunchedProcess;
  private readonly child;
  /** Absent if the player cannot be monitored: in a debugger, or without /proc. */
  private readonly overseer: UsageMonitor | undefined;
  private readonly lines: LineBuffer;
  private readonly errors: PlayerLog;
  private asked: PendingQuestion | undefined;
  /** The fault of a failed player. If the fault occurs between two questions, the next question throws it. */
  private fault: PlayerFault | undefined;
  private ended = false;
  private closing = false;
  private hasStarted = false;
  private hasAnswered = false;
  private isStopped = false;
  private readonly gone: Promise<void>;
  private watchdog: NodeJS.Timeout | undefined;

  constructor(name: string, command: CommandLine, options: SessionOptions) {
    this.name = name;
    this.options = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.session };
    this.launched = launch(command, {
      ...options,
      groups: this.limits.groups,
      limits: options.unlimited ? {} : launchLimits(this.limits),
    });
    const { child } = this.launched;
    this.child = child;
    if (child.pid !== undefined) options.onStart?.(child.pid);
    this.lines = new LineBuffer(this.limits.answerBytes);
    this.errors = new PlayerLog(options.log);
    if (child.pid !== undefined && canAccount() && !options.unlimited)
      this.overseer = new UsageMonitor(name, child.pid, this.launched, this.limits);
    this.gone = this.listen();
    // Memory and processes are also limited before the first question.
    this.watch(5);
  }

  /** The share (0 to 1) of the player's budget that is used; undefined if no budget is counted. */
  used(): number | undefined {
    return this.overseer?.meter?.used();
  }

  /** Whether the player has failed or ended. */
  get hasFailed(): boolean {
    return this.fault !== undefined;
  }

  /**
   * Sends the question and waits for the complete answer. If the player fails, throws a PlayerFault; the process has
   * then ended.
   */
  async ask(question: string, takeLine: TakeLine): Promise<void> {
    this.errors.nextRound();
    const isFirst = !this.hasStarted;
    if (isFirst) await this.start();
    // Output before the first question isn't an error, because it may be the player's name or the answer to that
    // question.
    if (!isFirst && !this.fault && this.lines.hasWaiting()) this.fail(playerFault(this.name, failure('early-answer')));
    if (this.fault) {
      await this.flushLog();
      throw this.fault;
    }
    const answered = new Promise<void>((resolve, reject) => {
      this.asked = { takeLine, budgetLines: 0, resolve, reject };
    });
    if (!isFirst) this.overseer?.begin();
    // SIGCONT must be sent before the question. After the question, the signal would also wake a player that stops
    // itself.
    if (this.isStopped) this.signal('SIGCONT');
    this.child.stdin.write(question, 'latin1');
    this.watch(5);
    if (isFirst) this.takeLines();
    try {
      await answered;
    } catch (error) {
      await this.settle();
      throw await this.located(error);
    } finally {
      clearTimeout(this.watchdog);
      this.asked = undefined;
      await this.flushLog();
    }
    this.hasAnswered = true;
  }

  /**
   * Passes on the log of the round. Some of its lines may not have been read yet. The first tick ends the current turn of
   * the event loop, in which the answer was read. The next turn reads all lines that were written before the answer.
   */
  private async flushLog(): Promise<void> {
    for (let turns = 0; turns < 2 && !this.closing; turns++) await nextTick();
    this.errors.end();
  }

  /**
   * With a budget, the first question waits until the program is idle. Until then, an interpreter or a virtual machine
   * may need time to start, for which there is a separate allowance.
   */
  private async start(): Promise<void> {
    this.hasStarted = true;
    const { overseer } = this;
    overseer?.begin();
    if (!overseer?.meter) return;
    for (let quiet = 0, lastNs = -1; quiet < 2 && !this.ended && !this.fault; ) {
      const { busy, blocked, cpuNs } = overseer.read();
      quiet = busy || blocked || cpuNs !== lastNs ? 0 : quiet + 1;
      lastNs = cpuNs;
      if (overseer.meter.share(cpuNs) > 0) break;
      await sleep(3);
    }
    overseer.started();
  }

  /** Once all the player's processes have ended, the kernel's count is exact. */
  private async settle(): Promise<void> {
    const { group } = this.launched;
    if (!group) return;
    for (let n = 0; n < 200 && !group.isEmpty(); n++) await sleep(5);
    this.overseer?.settle();
  }

  /** Stops the player, whatever state it is in, and returns when all its processes have ended. Never throws. */
  async close(lastWords = ''): Promise<void> {
    this.closing = true;
    clearTimeout(this.watchdog);
    if (!this.ended && !this.fault) {
      this.child.stdin.end(lastWords, 'latin1');
      this.signal('SIGCONT');
      const timer = this.options.unlimited ? undefined : setTimeout(() => this.kill(), this.limits.graceMs);
      await this.gone;
      clearTimeout(timer);
    }
    this.kill();
    await this.gone;
    // If the player itself killed a launcher, that launcher didn't wait for the other processes.
    for (let n = 0; n < 200 && this.overseer?.last?.pids.some(isThere); n++) await sleep(5);
    if (this.launched.group) await removeGroup(this.launched.group);
    this.errors.end();
    this.child.stdin.destroy();
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }

  /** Attaches the process's event handlers. The promise resolves when the process and its streams have ended. */
  private listen(): Promise<void> {
    const { child } = this;
    child.stdin.on('error', () => {
      // The player has closed its input, or has ended. The exit status, or a missing answer, will show which of the two
      // is the case.
    });
    child.stdout.on('data', (bytes: Buffer) => this.receive(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      this.errors.add(bytes);
      // In a debugger, output should appear immediately.
      if (this.options.unlimited) this.errors.flush();
      if (this.errors.bytes > this.limits.errorBytes)
        this.fail(playerFault(this.name, failure('long-log', formatBytes(this.limits.errorBytes))));
    });
    return new Promise((resolve) => {
      const finish = (code: number | null, signal: NodeJS.Signals | null) => {
        if (this.ended) return;
        this.ended = true;
        const { fault, sentence } = endSentence(this.name, code, signal);
        const full = withCrashMessage(sentence, code, this.errors, this.options);
        this.fail(this.overseer?.outOfMemory() ?? new PlayerFault(fault, full));
        resolve();
      };
      child.once('error', (error) => {
        this.fault ??= playerFault(this.name, failure('not-started', error.message));
        this.asked?.reject(this.fault);
        this.ended = true;
        resolve();
      });
      // `close` is emitted when the process's last output has been read. A leftover process that keeps the output open
      // must not cause a delay.
      child.once('close', finish);
      child.once('exit', (code, signal) => setTimeout(() => finish(code, signal), LEFT_OPEN_MS));
    });
  }

  private receive(bytes: Buffer): void {
    if (this.fault) return;
    this.lines.add(bytes);
    this.takeLines();
    if (this.lines.overflowed())
      this.fail(playerFault(this.name, failure('long-answer', formatBytes(this.limits.answerBytes))));
  }

  private takeLines(): void {
    while (this.asked && !this.fault) {
      const line = this.lines.next();
      if (line === undefined) return;
      if (line.trim() === 'budget') {
        if (++this.asked.budgetLines <= this.limits.budgetLines)
          this.child.stdin.write(this.overseer?.budgetLine() ?? 'budget - -\n');
        else this.fail(playerFault(this.name, failure('budget-questions', this.limits.budgetLines)));
        continue;
      }
      try {
        if (this.asked.takeLine(line)) this.answered();
      } catch (error) {
        if (!(error instanceof PlayerFault)) throw error;
        this.fail(error);
      }
    }
  }

  /** Called when the complete answer has arrived. Charges the player for the answer, and lets the match continue. */
  private answered(): void {
    const { asked } = this;
    this.asked = undefined;
    this.lines.answerDone();
    const over = this.overseer?.answered((usage) => this.stop(usage));
    if (over) this.fail(over, asked);
    else asked!.resolve();
  }

  private stop(usage?: Usage): void {
    this.isStopped = true;
    if (usage) signalAll(this.child.pid!, 'SIGSTOP', usage.pids);
    else this.signal('SIGSTOP');
  }

  /** While the player starts or answers, checks it repeatedly at increasing intervals. */
  private watch(afterMs: number): void {
    if (this.options.unlimited) return;
    const { wallMs } = this.limits;
    clearTimeout(this.watchdog);
    const look = () => {
      if (this.ended || this.fault || this.closing || (!this.asked && this.hasAnswered)) return;
      // If the system doesn't report the player's usage, only the wall-clock limit applies.
      const late = playerFault(this.name, failure('late', wallMs));
      const fault = this.overseer ? this.overseer.look() : this.asked && late;
      if (fault) this.fail(fault);
      else this.watch(Math.min(40, afterMs * 2));
    };
    this.watchdog = setTimeout(look, this.overseer ? afterMs : wallMs);
  }

  /**
   * Fails the player, and kills its processes immediately. If this method is called again, the later fault is ignored.
   */
  private fail(fault: PlayerFault, asked = this.asked): void {
    if (this.fault) return;
    this.fault = fault;
    if (!this.ended && !this.askWhere()) this.kill();
    asked?.reject(fault);
  }

  /**
   * Aborts a compiled player that takes too long, because an aborted player reports its location (crash.cc). The player
   * is killed in any case.
   */
  private askWhere(): boolean {
    const { compiled, unlimited } = this.options;
    const own = this.overseer?.last?.pids.slice(this.launched.launchers) ?? [];
    if (this.fault?.fault !== 'time' || !compiled || unlimited || own.length === 0) return false;
    for (const pid of own) signalOne(pid, 'SIGABRT');
    setTimeout(() => this.kill(), LAST_WORD_MS);
    return true;
  }

  /** The fault of a player that takes too long, with the line if known. */
  private async located(error: unknown): Promise<unknown> {
    const { compiled } = this.options;
    if (!(error instanceof PlayerFault) || error.fault !== 'time' || !compiled) return error;
    await this.gone;
    const plain = error.message.replace(/\.$/, '');
    return new PlayerFault('time', `${withSourceLine(`${plain}${this.errors.crashPlaces()}`, compiled)}.`);
  }

  private kill(): void {
    const { pid } = this.child;
    if (pid === undefined || this.ended) return;
    if (this.options.unlimited) this.child.kill('SIGKILL');
    else {
      killAll(pid, this.launched.launchers);
      this.launched.group?.kill();
    }
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined || this.ended || this.options.unlimited) return;
    const { last } = this.overseer ?? {};
    signalAll(pid, signal, last && last.pids.length > 2 ? last.pids : []);
  }
}
