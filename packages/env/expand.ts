import { observed } from '@ludus/game/secret-randomness.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { Actions } from './actions.ts';
import { type ObservedMatches, Observer, type ObserverOptions, partShapes } from './observer.ts';
import { blockLength } from './parts.ts';
import { matchSeed } from './seeds.ts';
import { lookingSeat } from './simulator.ts';

/**
 * The results of all plans. Each array contains the plans' values one after the other, and is valid until the next
 * call.
 */
export interface Expansion {
  /** plans × depth × seats: the reward of each round; 0 after the end of a match. */
  readonly rewards: Int32Array;
  /** The observations of the plans' final states. The rewards in them are sums over all rounds. */
  readonly ends: Observer;
}

export interface ExpandOptions {
  /** Number of rounds of each plan, ≥ 1. */
  readonly depth: number;
  /**
   * Gives each plan different random numbers: plan i uses the i-th seed derived from this seed. Without it, all plans
   * have the random numbers of their initial state. In a game with hidden information and only one observing seat,
   * plans never use the state's random numbers.
   */
  readonly seed?: number;
  /** Called with the final state of a plan, before the next plan overwrites it. Clone the state to keep it. */
  readonly keep?: (plan: number, state: unknown) => void;
}

/**
 * The size in bytes of an answer about plans: rewards, final states, and 32-bit handles of the stored states; 0 if the
 * depth is 0.
 */
export function expansionBytes(
  of: ObservedMatches,
  options: ObserverOptions,
  { actions, depth, keeps }: { readonly actions: number; readonly depth: number; readonly keeps: boolean },
): number {
  if (depth < 1) return 0;
  const plans = Math.ceil(actions / (depth * of.units));
  return plans * 4 * (depth * of.seats + (keeps ? 1 : 0)) + blockLength(partShapes(of, plans, options));
}

/**
 * If only one seat observes, replaces a state with a random state that is consistent with the seat's observations. The
 * seat's search and saved states then contain only the seat's knowledge. The new state doesn't depend on hidden parts
 * of the true state, and its future random numbers are new. `seed`: a 32-bit signed number.
 *
 * @throws RangeError if the game has hidden information but no `redeal`
 */
export function redealUnseen(of: ObservedMatches, looking: readonly number[], state: unknown, seed: number): void {
  const { game, simulator } = of;
  const seat = lookingSeat(of, looking);
  if (seat === undefined) return;
  if (!game.redeal) throw new RangeError(`${game.title} can’t redeal the information hidden from a seat`);
  game.restore(state, observed(game, state, seat));
  game.redeal(state, seat, new Lehmer(seed));
  simulator.reseed(state, seed);
}

/**
 * Tries many plans from one state, for a search among the possible next moves. One separate state is reset to the start
 * of each plan, so that nothing is allocated.
 */
export class Expander {
  private readonly of: ObservedMatches;
  private readonly options: ObserverOptions;
  private scratch: unknown;
  private readonly moves: unknown[];
  private readonly before: Int32Array;
  private readonly now: Int32Array;
  private rewards = new Int32Array(0);
  private ends: Observer;

  /** @param options the observations of the plans' final states */
  constructor(of: ObservedMatches, options: ObserverOptions) {
    this.of = of;
    this.options = options;
    this.scratch = of.game.start(of.board, 1);
    this.moves = Array.from({ length: of.seats }, () => of.game.newMove());
    this.before = new Int32Array(of.seats);
    this.now = new Int32Array(of.seats);
    this.ends = new Observer(of, 1, options);
  }

  /**
   * Plays each plan from `state`, without changing that state.
   * @param plans plans × depth × units actions
   * @throws RangeError if the number of plans isn't whole, or a value isn't an action
   */
  expand(state: unknown, plans: Actions, { depth, seed, keep }: ExpandOptions): Expansion {
    const { game, seats, simulator, units } = this.of;
    // A state of a match on a different board can't be copied into a state on this board.
    if (this.of.hasManyBoards) this.scratch = game.clone(state);
    const { before, moves, now, scratch } = this;
    const count = this.planCount(plans, depth);
    this.makeRoom(count, count * depth * seats);
    const { ends, rewards } = this;
    let at = 0;
    let reward = 0;
    for (let plan = 0; plan < count; plan++) {
      game.restore(scratch, state);
      redealUnseen(this.of, this.options.seats, scratch, matchSeed(seed ?? 0, plan));
      if (seed !== undefined) simulator.reseed(scratch, matchSeed(seed, plan));
      simulator.scores(scratch, before, 0);
      const first = reward;
      for (let round = 0; round < depth; round++, at += units, reward += seats) {
        if (game.isOver(scratch)) {
          for (let seat = 0; seat < seats; seat++) rewards[reward + seat] = 0;
          continue;
        }
        simulator.ask(plans, at, moves, scratch);
        game.advance(scratch, moves);
        simulator.scores(scratch, now, 0);
        for (let seat = 0; seat < seats; seat++) {
          rewards[reward + seat] = now[seat] - before[seat];
          before[seat] = now[seat];
        }
      }
      ends.setEnd(plan, rewards, first, reward, before, game.isOver(scratch));
      ends.look(plan, scratch);
      keep?.(plan, scratch);
    }
    return { rewards: rewards.subarray(0, reward), ends };
  }

  private planCount(plans: Actions, depth: number): number {
    const { simulator, units } = this.of;
    if (!Number.isInteger(depth) || depth < 1)
      throw new RangeError(`a depth must be a whole number above 0, not ${depth}`);
    const count = plans.length / (depth * units);
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(
        `the number of actions must be a multiple of depth × units (${depth} × ${units}), not ${plans.length}`,
      );
    const most = simulator.actionNames.length;
    for (let i = 0; i < plans.length; i++)
      if (plans[i] >= most)
        throw new RangeError(
          `plan ${Math.floor(i / (depth * units))}: ${plans[i]} isn’t an action: choose 0 to ${most - 1}`,
        );
    return count;
  }

  private makeRoom(plans: number, rewards: number): void {
    if (this.ends.size !== plans) this.ends = new Observer(this.of, plans, this.options);
    if (this.rewards.length < rewards) this.rewards = new Int32Array(rewards);
  }
}
