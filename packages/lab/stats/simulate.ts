import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { regularised, tiltOf } from './likelihood.ts';
import { type Boards, type Decision, decide, isWeaker, type SequentialPlan } from './stop-rule.ts';
import { addTo, EMPTY_TALLY, type Tally } from './tally.ts';

/** The possible scores of a group with their probabilities, as weights that needn't sum to 1. */
export type GroupModel = Tally;

/** A random number from 0 up to, but not including, 1. */
function uniform(random: Lehmer): number {
  return random.next() / 0x7ffffffe;
}

/**
 * Shifts the model to the mean `mean` with the smallest possible change, so that the true advantage is known exactly.
 */
export function withMean(model: GroupModel, mean: number): GroupModel {
  const data = regularised(model);
  const theta = tiltOf(data, mean);
  const weights = data.weights.map((w, i) => w / (1 + theta * (data.values[i] - mean)));
  return { values: data.values, weights, total: weights.reduce((a, b) => a + b, 0) };
}

function draw(model: GroupModel, random: Lehmer): number {
  let left = uniform(random) * model.total;
  for (let i = 0; i < model.values.length; i++) {
    left -= model.weights[i];
    if (left < 0) return model.values[i];
  }
  return model.values[model.values.length - 1];
}

interface SimulatedDuel {
  readonly decision: Decision;
  readonly groups: number;
  readonly tally: Tally;
  readonly boards: Boards;
}

/**
 * One simulated duel. Groups are drawn until the test ends, from one model per board in rotation. `apart`: whether the
 * test distinguishes the boards.
 */
function simulateDuel(
  models: readonly GroupModel[],
  plan: SequentialPlan,
  random: Lehmer,
  apart = true,
): SimulatedDuel {
  let tally = EMPTY_TALLY;
  let boards = models.map(() => EMPTY_TALLY);
  for (;;) {
    const board = tally.total % models.length;
    const score = draw(models[board], random);
    tally = addTo(tally, score);
    boards = boards.with(board, addTo(boards[board], score));
    const known = apart ? boards : [tally];
    const { decision } = decide(tally, plan, known);
    if (decision !== 'more') return { decision, groups: tally.total, tally, boards: known };
  }
}

export interface ErrorRates {
  readonly duels: number;
  /** Share of duels that end with this decision, from 0 to 1. */
  readonly h1: number;
  readonly h0: number;
  readonly undecided: number;
  /** Share of duels in which H0 was accepted and NEW was called weaker. */
  readonly weaker: number;
  readonly meanGroups: number;
}

/** @param models one per board */
export function simulateDuels(
  models: readonly GroupModel[],
  plan: SequentialPlan,
  duels: number,
  random: Lehmer,
  apart = true,
): ErrorRates {
  const seen = { h1: 0, h0: 0, limit: 0, repeats: 0, more: 0 };
  let groups = 0;
  let weaker = 0;
  for (let i = 0; i < duels; i++) {
    const duel = simulateDuel(models, plan, random, apart);
    seen[duel.decision]++;
    groups += duel.groups;
    if (duel.decision === 'h0' && isWeaker(duel.tally, duel.boards)) weaker++;
  }
  return {
    duels,
    h1: seen.h1 / duels,
    h0: seen.h0 / duels,
    undecided: seen.limit / duels,
    weaker: weaker / duels,
    meanGroups: groups / duels,
  };
}

/**
 * A pair of two-player matches. Each match is a draw with probability `draws`; otherwise either side wins with
 * probability ½. A share `shared` (0 to 1) of the decisive matches is decided by the board alone. Such results cancel
 * each other out within a pair.
 */
export function pairModel(draws: number, shared: number): GroupModel {
  let tally = EMPTY_TALLY;
  const game = [
    { score: 0, chance: ((1 - draws) * (1 - shared)) / 2 },
    { score: 1, chance: ((1 - draws) * (1 - shared)) / 2 },
    { score: 0.5, chance: draws },
  ];
  const even = (1 - draws) * shared;
  for (const a of game)
    for (const b of game) {
      const chance = (a.chance * b.chance) / (1 - even);
      if (chance > 0) tally = addTo(tally, (a.score + b.score) / 2, chance * (1 - even));
    }
  return even > 0 ? addTo(tally, 0.5, even) : tally;
}

/**
 * The noise of a four-player match between equally strong players: the effects of board, seat, and random events on the
 * scores.
 */
export interface FourPlayerNoise {
  readonly seat: number;
  readonly moment: number;
  /** Scores are multiples of this number, so that ties occur. */
  readonly step: number;
}

/**
 * The distribution of the group scores of four-player matches between equally strong players, from `samples` simulated
 * groups. Each match has scores by seat, and a seat's luck is the same in the whole group. The group score is computed
 * as in a real duel. `arrangements`: the players by seat, one list per match of the group; 0 is NEW, 1 is OLD, and
 * larger numbers are fillers.
 */
export function fourPlayerModel(
  arrangements: readonly (readonly number[])[],
  noise: FourPlayerNoise,
  groupScore: (scores: readonly number[][], arrangements: readonly (readonly number[])[]) => number,
  samples: number,
  random: Lehmer,
): GroupModel {
  let tally = EMPTY_TALLY;
  for (let i = 0; i < samples; i++) {
    const seatLuck = arrangements[0].map(() => noise.seat * normal(random));
    const scores = arrangements.map((seats) =>
      seats.map((_, seat) => Math.round((seatLuck[seat] + noise.moment * normal(random)) / noise.step)),
    );
    tally = addTo(tally, groupScore(scores, arrangements));
  }
  return tally;
}

/** A random number with the standard normal distribution (Box–Muller). */
function normal(random: Lehmer): number {
  return Math.sqrt(-2 * Math.log(1 - uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
}
