import type { PlayerFault } from '@ludus/game/player-runner.ts';
import { Account, heldBytes, sharedOut, type Usage } from '../budget/accounting.ts';
import { Meter } from '../budget/budget.ts';
import { failure, playerFault } from '../failures.ts';
import type { LaunchedProcess } from '../groups/launch.ts';
import { AnswerTimeout, type UsageSample } from './answer-timeout.ts';
import type { SessionLimits } from './limits.ts';
import { brokenStream } from './process-end.ts';

/**
 * Interval between thorough examinations of a player (for example, of its number of processes), in milliseconds. The
 * interval doesn't depend on the speed of the answers.
 */
const LOOK_MS = 500;

/** Maximum age of the last reading of held shared memory, in milliseconds. Taking a new reading is slow. */
const HELD_MS = 100;

/** The group and launchers of a running player. */
export type MonitoredProcess = Pick<LaunchedProcess, 'group' | 'launchers'>;

/**
 * Maximum duration of a quick answer, and maximum age of a reading that makes a new reading after a quick answer
 * unnecessary. Both are wall-clock times in milliseconds. In these times, the CPU time that a player can use on each
 * CPU isn't longer than the possible error of a reading.
 */
const [QUICK_MS, READING_MS] = [0.05, 1];

/**
 * Monitors one running player's usage, and reports when it exceeds a limit. The CPU time comes from the player's
 * control group, if there is one. The states of the player's processes are read from /proc, and so is memory if no
 * group limits it.
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
  /** The times at which usage was last read and the question was sent, in milliseconds. */
  private countedMs = Number.NEGATIVE_INFINITY;
  private askedMs = 0;
  /** The CPU time at the player's last answer. */
  private settledNs: number | undefined;
  /** The part of the group's CPU time that the launchers used. */
  private launchersNs = 0;

  constructor(name: string, pid: number, launched: MonitoredProcess, limits: SessionLimits) {
    this.name = name;
    this.limits = limits;
    this.launched = launched;
    this.account = new Account(pid, launched.launchers, 2 + limits.processes);
    this.patience = new AnswerTimeout(name, limits);
    this.meter = limits.cpu && new Meter(limits.cpu);
  }

  /**
   * Whether the kernel limits time, memory, and the number of tasks. If so, nothing needs to be examined while the
   * player is quick.
   */
  get isHeld(): boolean {
    const { group } = this.launched;
    return group?.limitsMemory === true && group.limitsTasks;
  }

  /** Whether quick answers need no examination of the player, because the kernel limits it or no budget is counted. */
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

  /** Called when the program has started and waits for input. The program's usage is counted from this moment on. */
  started(): void {
    if (this.launched.group) this.launchersNs = this.account.launchersNs();
    this.meter?.started(this.cpuNs());
  }

  /** Called when a question is sent. */
  begin(nowMs = performance.now()): void {
    this.askedMs = nowMs;
    const { last } = this;
    // Most answers arrive immediately, so the player is usually not examined.
    if (last === undefined || !this.isQuick) this.patience.begin(sightOf(this.read(), nowMs));
    else {
      const { starvedNs, busy, stopped } = last;
      this.patience.begin({ nowMs, cpuNs: this.settledNs ?? last.cpuNs, starvedNs, busy, stopped });
    }
  }

  /** Examines a running player; returns its fault, if any. */
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

  /** Called when the complete answer has arrived. `stop` pauses the player if an exact reading requires that. */
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

  /** The reply to a player's budget request: the seconds left, and the total. */
  budgetLine(): string {
    const budget = this.budget();
    return budget ? `budget ${budget.left.toFixed(4)} ${budget.whole.toFixed(4)}\n` : 'budget - -\n';
  }

  /** The budget in seconds: the part that is left, and the total. Undefined if no budget is counted. */
  budget(): { readonly left: number; readonly whole: number } | undefined {
    const { meter } = this;
    return meter && { left: meter.leftSeconds(this.cpuNs()), whole: meter.budget.cpuMs / 1000 };
  }

  /**
   * Called when all the player's processes have ended. The player is then charged exactly for the time that it used.
   */
  settle(): void {
    if (this.launched.group) this.meter?.answered(this.cpuNs());
  }

  /** The fault of a player that the kernel killed for lack of memory. */
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
    // This reading counts shared memory once per process after a fork. Therefore, the memory is read more precisely
    // before the player is disqualified.
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
