import type { PlayerFault } from '@ludus/game/player-runner.ts';
import { Account, heldBytes, sharedOut, type Usage } from '../budget/accounting.ts';
import { Meter } from '../budget/budget.ts';
import { failure, playerFault } from '../failures.ts';
import type { Launched } from '../groups/launch.ts';
import { AnswerTimeout, type UsageSample } from './answer-timeout.ts';
import type { SessionLimits } from './limits.ts';
import { brokenStream } from './process-end.ts';

/** However quick its answers are, so often a player is examined closely: how many processes it has, say. */
const LOOK_MS = 500;

/** So old what is known of the shared memory that it holds may be: looking it up takes long. */
const HELD_MS = 100;

/** Where a player lives. */
export type MonitoredProcess = Pick<Launched, 'group' | 'launchers'>;

/**
 * The wall-clock age of the last reading up to which a quick answer's time is not read. In this time a player can't have used
 * more on each CPU than a reading may lack anyway.
 */
const [QUICK_MS, READING_MS] = [0.05, 1];

/**
 * Sees what one running player uses, and says when it is too much. The time comes from its control group, if there is one. The
 * states of its processes are read from /proc, and so is memory if no group limits it.
 */
export class UsageMonitor {
  readonly meter: Meter | undefined;
  /** The last reading. */
  last: Usage | undefined;
  private readonly name: string;
  private readonly limits: SessionLimits;
  private readonly launched: MonitoredProcess;
  private readonly account: Account;
  private readonly patience: AnswerTimeout;
  private lookedMs = Number.NEGATIVE_INFINITY;
  private held = { bytes: 0, atMs: Number.NEGATIVE_INFINITY };
  /** When its time was read, and when it was asked. */
  private countedMs = Number.NEGATIVE_INFINITY;
  private askedMs = 0;
  /** The time at its last answer. */
  private settledNs: number | undefined;
  /** The launchers' part of the group's time. */
  private launchersNs = 0;

  constructor(name: string, pid: number, launched: MonitoredProcess, limits: SessionLimits) {
    this.name = name;
    this.limits = limits;
    this.launched = launched;
    this.account = new Account(pid, launched.launchers, 2 + limits.processes);
    this.patience = new AnswerTimeout(name, limits);
    this.meter = limits.cpu && new Meter(limits.cpu);
  }

  /** The kernel holds time, memory and number of tasks: nothing needs to be examined while a player is quick. */
  get isHeld(): boolean {
    const { group } = this.launched;
    return group?.limitsMemory === true && group.limitsTasks;
  }

  /** Nothing needs to be examined while a player is quick: it is held, or nothing of it is counted. */
  private get isQuick(): boolean {
    return this.meter === undefined || this.isHeld;
  }

  /** The player's usage so far. */
  cpuNs(): number {
    const { group } = this.launched;
    return group ? Math.max(0, group.cpuNs() - this.launchersNs) : this.read().cpuNs;
  }

  read(): Usage {
    this.lookedMs = performance.now();
    const usage = this.account.read();
    const { group } = this.launched;
    this.last = group ? { ...usage, cpuNs: Math.max(0, group.cpuNs() - this.launchersNs) } : usage;
    return this.last;
  }

  /** The program has started and waits for input: from now on its usage counts. */
  started(): void {
    if (this.launched.group) this.launchersNs = this.account.launchersNs();
    this.meter?.started(this.cpuNs());
  }

  /** It is asked now. */
  begin(nowMs = performance.now()): void {
    this.askedMs = nowMs;
    const { last } = this;
    // Most answers come at once, and no one looks at what their players did meanwhile.
    if (last === undefined || !this.isQuick) this.patience.begin(sightOf(this.read(), nowMs));
    else {
      const { starvedNs, busy, stopped } = last;
      this.patience.begin({ nowMs, cpuNs: this.settledNs ?? last.cpuNs, starvedNs, busy, stopped });
    }
  }

  /** Looks at a player that is running; what is wrong with it, if anything is. */
  look(): PlayerFault | undefined {
    const usage = this.read();
    return (
      this.overLimits(usage) ??
      this.patience.judge(sightOf(usage, performance.now()), () => {
        const broken = brokenStream(this.account.root, usage.pids);
        if (!broken) return undefined;
        return playerFault(this.name, failure('closed-stream', broken));
      })
    );
  }

  /** The whole answer is here. `stop` halts the player where only its standing still makes the reading exact. */
  answered(stop: (usage?: Usage) => void): PlayerFault | undefined {
    const nowMs = performance.now();
    const late = this.patience.isLate(nowMs) || nowMs - this.lookedMs > LOOK_MS;
    if (this.isQuick && !late) {
      this.patience.end(nowMs, undefined);
      if (!this.meter) return undefined;
      const isQuick = nowMs - this.askedMs < QUICK_MS && nowMs - this.countedMs < READING_MS;
      if (isQuick && this.meter.budget.per === 'match') return undefined;
      this.countedMs = nowMs;
      const cpuNs = this.cpuNs();
      this.settledNs = cpuNs;
      const over = this.overBudget(cpuNs);
      if (!over) this.meter.answered(cpuNs);
      return over;
    }
    if (!this.isQuick) stop();
    const usage = this.read();
    this.settledNs = usage.cpuNs;
    if (!this.isQuick && usage.pids.length > 2) stop(usage);
    this.patience.end(nowMs, sightOf(usage, nowMs));
    const over = this.overLimits(usage);
    if (!over) this.meter?.answered(usage.cpuNs);
    return over;
  }

  /** The answer to a player that asks for its budget: seconds left and in total. */
  budgetLine(): string {
    const budget = this.budget();
    return budget ? `budget ${budget.left.toFixed(4)} ${budget.whole.toFixed(4)}\n` : 'budget - -\n';
  }

  /** Seconds left and in all; undefined if nothing is counted. */
  budget(): { readonly left: number; readonly whole: number } | undefined {
    const { meter } = this;
    return meter && { left: meter.leftSeconds(this.cpuNs()), whole: meter.budget.cpuMs / 1000 };
  }

  /** Everything of it has ended: the time it is charged is now the time it took. */
  settle(): void {
    if (this.launched.group) this.meter?.answered(this.cpuNs());
  }

  /** A player that died because the kernel had no more memory for it. */
  outOfMemory(): PlayerFault | undefined {
    const { group } = this.launched;
    return group && group.memoryKills() > 0 ? this.tooMuchMemory() : undefined;
  }

  private overLimits(usage: Usage): PlayerFault | undefined {
    const { name, limits, launched } = this;
    if (usage.pids.length > launched.launchers + limits.processes)
      return playerFault(name, failure('processes', limits.processes));
    const over = this.overBudget(usage.cpuNs) ?? this.outOfMemory();
    if (over || launched.group?.limitsMemory) return over;
    // After a fork, shared memory is in the count of each process, and it may also be mapped. Look more closely before judging.
    const { pids, memoryBytes } = usage;
    const tooMuch = memoryBytes + this.heldBytes(pids) > limits.memoryBytes && sharedOut(pids) > limits.memoryBytes;
    return tooMuch ? this.tooMuchMemory() : undefined;
  }

  private heldBytes(pids: readonly number[]): number {
    const atMs = performance.now();
    if (atMs - this.held.atMs >= HELD_MS) this.held = { bytes: heldBytes(pids), atMs };
    return this.held.bytes;
  }

  private overBudget(cpuNs: number): PlayerFault | undefined {
    if (!this.meter?.isOver(cpuNs)) return undefined;
    return playerFault(this.name, failure('cpu-time', this.meter.budget));
  }

  private tooMuchMemory(): PlayerFault {
    return playerFault(this.name, failure('used-memory', formatBytes(this.limits.memoryBytes)));
  }
}

function sightOf({ cpuNs, starvedNs, busy, stopped }: Usage, nowMs: number): UsageSample {
  return { nowMs, cpuNs, starvedNs, busy, stopped };
}

export function formatBytes(bytes: number): string {
  return bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${Math.round(bytes / 1024)} KiB`;
}
