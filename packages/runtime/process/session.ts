import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { PlayerFault } from '@ludus/game/port.ts';
import { Account, canAccount, sharedOut, type Usage } from '../budget/accounting.ts';
import { Meter } from '../budget/budget.ts';
import { brokenStream, endSentence } from './ends.ts';
import { type CommandLine, isThere, killAll, type LaunchOptions, launch, signalAll } from './launch.ts';
import { DEFAULT_LIMITS, type SessionLimits } from './limits.ts';
import { LineBuffer, PlayerLog } from './streams.ts';

export interface SessionOptions extends Omit<LaunchOptions, 'limits'> {
  readonly session?: Partial<SessionLimits>;
  readonly log?: (text: string) => void;
  /** Gets the id of the launched process. */
  readonly onStart?: (pid: number) => void;
}

/** Takes a line of an answer; true when the answer is complete. What is no answer it throws as a PlayerFault. */
export type TakeLine = (line: string) => boolean;

interface Asked {
  readonly takeLine: TakeLine;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (fault: PlayerFault) => void;
}

/** One running player: asks it, counts what it uses, keeps it stopped while it is not its turn, and ends it. */
export class ProcessSession {
  readonly name: string;
  private readonly limits: SessionLimits;
  private readonly options: SessionOptions;
  private readonly child;
  private readonly launchers: number;
  private readonly account: Account | undefined;
  private readonly meter: Meter | undefined;
  private readonly lines: LineBuffer;
  private readonly errors: PlayerLog;
  private asked: Asked | undefined;
  /** Why it is out; thrown at the next question if it came up between two. */
  private fault: PlayerFault | undefined;
  private ended = false;
  private closing = false;
  private hasStarted = false;
  private readonly gone: Promise<void>;
  private watchdog: NodeJS.Timeout | undefined;
  private asleep = { since: 0, cpuNs: -1 };
  private last: Usage | undefined;

  constructor(name: string, command: CommandLine, options: SessionOptions) {
    this.name = name;
    this.options = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.session };
    const { cpu } = this.limits;
    const { child, launchers } = launch(command, {
      ...options,
      limits: options.unlimited
        ? {}
        : {
            // Generous: the watchdog decides, these stop what runs away between two of its looks.
            memoryBytes: Math.max(this.limits.memoryBytes, 2 ** 30) * 1.25,
            ...(cpu?.per === 'match' && { cpuSeconds: (cpu.cpuMs + cpu.startMs) / 1000 + 2 }),
          },
    });
    this.child = child;
    this.launchers = launchers;
    if (child.pid !== undefined) options.onStart?.(child.pid);
    this.lines = new LineBuffer(this.limits.answerBytes);
    this.errors = new PlayerLog(options.log);
    if (child.pid !== undefined && canAccount() && !options.unlimited)
      this.account = new Account(child.pid, launchers, 2 + this.limits.processes);
    if (this.account && cpu) this.meter = new Meter(cpu);
    this.gone = this.listen();
  }

  /** The share (0 … 1) of its budget used; undefined where none is counted. */
  used(): number | undefined {
    return this.meter?.used();
  }

  /** Sends the question and waits for the whole answer. Throws a PlayerFault, after which the process is gone. */
  async ask(question: string, takeLine: TakeLine): Promise<void> {
    this.errors.nextRound();
    const isFirst = !this.hasStarted;
    if (isFirst) await this.start();
    // Before the first question a player may have said its name, and what else it said is its answer to that question.
    if (!isFirst && !this.fault && this.lines.hasWaiting())
      this.fail(new PlayerFault('protocol', `${this.name} wrote an answer before it was asked.`));
    if (this.fault) throw this.fault;
    const answered = new Promise<void>((resolve, reject) => {
      this.asked = { takeLine, since: performance.now(), resolve, reject };
    });
    this.asleep = { since: 0, cpuNs: -1 };
    this.child.stdin.write(question, 'latin1');
    this.signal('SIGCONT');
    this.watch(5);
    if (isFirst) this.takeLines();
    try {
      await answered;
    } finally {
      clearTimeout(this.watchdog);
      this.asked = undefined;
    }
    // Its log lines of this round may still be on their way to us.
    if (!this.closing) await nextTick();
    this.errors.flush();
  }

  /**
   * With a budget the first question is held back until the program has nothing left to do but wait for it: what comes before is
   * the start of an interpreter or a virtual machine, and has an allowance of its own.
   */
  private async start(): Promise<void> {
    this.hasStarted = true;
    const { account, meter } = this;
    if (!account || !meter) return;
    for (let quiet = 0, lastNs = -1; quiet < 2 && !this.ended; ) {
      const { busy, cpuNs } = account.read();
      quiet = busy || cpuNs !== lastNs ? 0 : quiet + 1;
      lastNs = cpuNs;
      if (meter.share(cpuNs) > 0) break;
      await sleep(3);
    }
    meter.started(account.read().cpuNs);
  }

  /** Ends the player, however it is, and returns when nothing of it is left. Never throws. */
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
    // A launcher that the player itself killed did not wait for the rest.
    for (let n = 0; n < 200 && this.last?.pids.some(isThere); n++) await sleep(5);
    this.errors.flush();
    this.child.stdin.destroy();
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }

  /** Wires the process's events up; the promise is kept when it and its streams have ended. */
  private listen(): Promise<void> {
    const { child } = this;
    child.stdin.on('error', () => {
      // It closed its input or is gone; its end, or its silence, says which.
    });
    child.stdout.on('data', (bytes: Buffer) => this.receive(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      this.errors.add(bytes);
      // Who holds it in a debugger wants to read along.
      if (this.options.unlimited) this.errors.flush();
      if (this.errors.bytes > this.limits.errorBytes)
        this.fail(
          new PlayerFault(
            'flood',
            `${this.name} wrote more than ${inWords(this.limits.errorBytes)} to its log (standard error).`,
          ),
        );
    });
    return new Promise((resolve) => {
      const finish = (code: number | null, signal: NodeJS.Signals | null) => {
        if (this.ended) return;
        this.ended = true;
        const { fault, sentence } = endSentence(this.name, code, signal);
        this.fail(new PlayerFault(fault, sentence));
        resolve();
      };
      child.once('error', (error) => {
        this.fault ??= new PlayerFault('crash', `${this.name} could not be started: ${error.message}.`);
        this.asked?.reject(this.fault);
        this.ended = true;
        resolve();
      });
      // `close` comes when its last output is read; something that left with its output open must not keep us.
      child.once('close', finish);
      child.once('exit', (code, signal) => setTimeout(() => finish(code, signal), 100));
    });
  }

  private receive(bytes: Buffer): void {
    if (this.fault) return;
    this.lines.add(bytes);
    this.takeLines();
    if (this.lines.overflowed())
      this.fail(
        new PlayerFault('flood', `${this.name} wrote more than ${inWords(this.limits.answerBytes)} in one answer.`),
      );
  }

  private takeLines(): void {
    while (this.asked && !this.fault) {
      const line = this.lines.next();
      if (line === undefined) return;
      if (line.trim() === 'budget') {
        this.tellBudget();
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

  /** The whole answer is here: stop the player, settle its account, and let the match go on. */
  private answered(): void {
    const { asked } = this;
    this.asked = undefined;
    this.lines.answerDone();
    if (this.account) {
      this.signal('SIGSTOP');
      const usage = this.account.read();
      this.last = usage;
      if (usage.pids.length > 2) signalAll(this.child.pid!, 'SIGSTOP', usage.pids);
      const over = this.overLimits(usage);
      if (over) {
        this.fail(over, asked);
        return;
      }
      this.meter?.answered(usage.cpuNs);
    }
    asked!.resolve();
  }

  private tellBudget(): void {
    const { account, meter } = this;
    const left = account && meter ? meter.leftSeconds(account.read().cpuNs).toFixed(4) : '-';
    const whole = meter ? (meter.budget.cpuMs / 1000).toFixed(4) : '-';
    this.child.stdin.write(`budget ${left} ${whole}\n`);
  }

  /** Looks at what the asked player is doing, again and again, each time a little later. */
  private watch(afterMs: number): void {
    if (this.options.unlimited) return;
    this.watchdog = setTimeout(() => {
      if (!this.asked) return;
      const fault = this.look();
      if (fault) this.fail(fault);
      else this.watch(Math.min(40, afterMs * 2));
    }, afterMs);
  }

  private look(): PlayerFault | undefined {
    const now = performance.now();
    const waitedMs = now - this.asked!.since;
    if (waitedMs > this.limits.wallMs)
      return new PlayerFault('time', `${this.name} did not answer within ${this.limits.wallMs / 1000} s.`);
    if (!this.account || this.ended) return undefined;
    const usage = this.account.read();
    this.last = usage;
    const over = this.overLimits(usage);
    if (over) return over;
    if (usage.busy || usage.cpuNs !== this.asleep.cpuNs) {
      this.asleep = { since: now, cpuNs: usage.cpuNs };
      return undefined;
    }
    if (now - this.asleep.since < this.limits.asleepMs) {
      // What cannot wake any more need not be waited for as long.
      if (!usage.stopped || now - this.asleep.since < Math.min(200, this.limits.asleepMs)) return undefined;
      return new PlayerFault('time', `${this.name} stopped itself and did not answer.`);
    }
    const broken = brokenStream(this.child.pid!, usage.pids);
    if (broken) return new PlayerFault('disconnect', `${this.name} closed its standard ${broken} before the end.`);
    return new PlayerFault(
      'time',
      `${this.name} did not answer: it slept for ${this.limits.asleepMs / 1000} s without using the processor.`,
    );
  }

  private overLimits(usage: Usage): PlayerFault | undefined {
    const { name, limits } = this;
    if (usage.pids.length > this.launchers + limits.processes)
      return new PlayerFault('flood', `${name} ran more than ${limits.processes} processes at once.`);
    if (this.meter?.isOver(usage.cpuNs)) {
      const { cpuMs, per } = this.meter.budget;
      return new PlayerFault(
        'time',
        `${name} used up its budget of ${cpuMs / 1000} s of processor time${per === 'move' ? ' for a move' : ''}.`,
      );
    }
    // What processes share with each other after a fork is in each one's count: look more closely before judging.
    if (usage.memoryBytes > limits.memoryBytes && sharedOut(usage.pids) > limits.memoryBytes)
      return new PlayerFault('memory', `${name} used more than ${inWords(limits.memoryBytes)} of memory.`);
    return undefined;
  }

  /** Takes the player out: the first reason counts, and its processes end at once. */
  private fail(fault: PlayerFault, asked = this.asked): void {
    if (this.fault) return;
    this.fault = fault;
    if (!this.ended) this.kill();
    asked?.reject(fault);
  }

  private kill(): void {
    const { pid } = this.child;
    if (pid === undefined || this.ended) return;
    if (this.options.unlimited) this.child.kill('SIGKILL');
    else killAll(pid, this.launchers);
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined || this.ended || this.options.unlimited) return;
    signalAll(pid, signal, this.last && this.last.pids.length > 2 ? this.last.pids : []);
  }
}

function inWords(bytes: number): string {
  return bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${Math.round(bytes / 1024)} KiB`;
}
