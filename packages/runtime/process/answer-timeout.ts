import type { PlayerFault } from '@ludus/game/player-runner.ts';
import { failure, playerFault } from '../failures.ts';
import type { SessionLimits } from './limits.ts';

/**
 * Measurements of a player at one moment while a question is open. Wall-clock times are in milliseconds, and CPU times
 * in nanoseconds.
 */
export interface UsageSample {
  readonly nowMs: number;
  readonly cpuNs: number;
  /** Time for which the player's threads were ready to run but had no CPU, in nanoseconds. */
  readonly starvedNs: number;
  readonly busy: boolean;
  readonly stopped: boolean;
}

/** Delay per question that isn't held against a player, in milliseconds, because the machine or Ludus may cause it. */
const FREE_MS = 100;
/**
 * Minimum share of a question's wall-clock time that is attributed to the player, no matter what the player's threads
 * were waiting for.
 */
const MIN_OWN_SHARE = 0.25;
/** Time limit for a stopped player, in milliseconds. The limit is short, because such a player can't wake up again. */
const STOPPED_MS = 200;

/**
 * Decides how long to wait for a player. The budget limits computing, and time spent waiting for a CPU is attributed to
 * the machine. Sleep is limited for each question and for the whole match, and so is wall-clock time.
 */
export class AnswerTimeout {
  private readonly name: string;
  private readonly limits: SessionLimits;
  private readonly asleepInAllMs: number;
  private since: UsageSample | undefined;
  private still = { sinceMs: 0, cpuNs: -1 };
  private sleptMs = 0;
  private waitedMs = 0;

  constructor(name: string, limits: SessionLimits) {
    this.name = name;
    this.limits = limits;
    this.asleepInAllMs = limits.asleepInAllMs ?? 3 * limits.asleepMs;
  }

  /** Called when a question is sent. `sight` is the sample at that moment. */
  begin(sight: UsageSample): void {
    this.since = sight;
    this.still = { sinceMs: sight.nowMs, cpuNs: sight.cpuNs };
  }

  /**
   * Called when the player answered at `nowMs`. `sight` is the sample at that moment; a quick answer needs no sample.
   */
  end(nowMs: number, sight: UsageSample | undefined): void {
    if (this.since === undefined) return;
    this.waitedMs += nowMs - this.since.nowMs;
    if (sight) this.sleptMs += this.asleepMs(this.since, sight);
    this.since = undefined;
  }

  /** Whether an answer is so late that the player may have slept. */
  isLate(nowMs: number): boolean {
    return this.since !== undefined && nowMs - this.since.nowMs > FREE_MS;
  }

  /**
   * If the wait for the player must stop, returns the player's fault. `onAsleep` returns another possible reason for
   * the sleep.
   */
  judge(sight: UsageSample, onAsleep: () => PlayerFault | undefined): PlayerFault | undefined {
    const { name, limits, since } = this;
    if (since === undefined) return undefined;
    const waited = sight.nowMs - since.nowMs;
    const starvedMs = (sight.starvedNs - since.starvedNs) / 1e6;
    if (Math.max(waited - starvedMs, MIN_OWN_SHARE * waited) > limits.wallMs)
      return playerFault(name, failure('late', limits.wallMs));
    if (this.waitedMs + waited > limits.wallInAllMs)
      return playerFault(name, failure('late-in-all', limits.wallInAllMs));
    if (this.sleptMs + this.asleepMs(since, sight) > this.asleepInAllMs)
      return playerFault(name, failure('asleep-in-all', this.asleepInAllMs));
    if (sight.busy || sight.cpuNs !== this.still.cpuNs) {
      this.still = { sinceMs: sight.nowMs, cpuNs: sight.cpuNs };
      return undefined;
    }
    const still = sight.nowMs - this.still.sinceMs;
    if (sight.stopped && still >= Math.min(STOPPED_MS, limits.asleepMs)) return playerFault(name, failure('stopped'));
    if (still < limits.asleepMs) return undefined;
    return onAsleep() ?? playerFault(name, failure('asleep', limits.asleepMs));
  }

  /** The part of a question's time in which the player neither computed nor waited for a CPU. */
  private asleepMs(from: UsageSample, to: UsageSample): number {
    const worked = (to.cpuNs - from.cpuNs + to.starvedNs - from.starvedNs) / 1e6;
    const slept = to.nowMs - from.nowMs - Math.max(0, worked);
    return slept > FREE_MS ? slept : 0;
  }
}
