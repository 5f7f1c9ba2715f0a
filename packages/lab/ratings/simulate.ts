import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { PlacedMatch } from './plackett-luce.ts';

/** A field whose true strengths are known. */
export interface FieldModel {
  readonly players: number;
  /** Elo difference between the weakest and the strongest player. */
  readonly range: number;
  readonly seats: number;
  readonly matches: number;
  /**
   * The probability (0 to 1) of a tie between two neighbours in the order that have the same strength. A negative value
   * −u instead rounds the scores to multiples of u units of strength.
   */
  readonly ties: number;
  /**
   * With `random`, any players meet. With `near`, mostly players with similar strengths meet, so that mean points are
   * misleading.
   */
  readonly meetings: 'random' | 'near';
}

export interface SimulatedField {
  /** True strengths in Elo, with mean 0. */
  readonly truth: readonly number[];
  readonly matches: readonly PlacedMatch[];
}

const ELO = 400 / Math.LN10;

/** A field with uniformly distributed strengths and results of the Plackett–Luce model. */
export function simulateField(model: FieldModel, seed: number): SimulatedField {
  const random = new Lehmer(seed);
  const { players, range, seats, matches } = model;
  // Both extremes are included, so that the field covers its full range.
  const drawn = Array.from({ length: players }, (_, i) =>
    i < 2 ? (i - 0.5) * range : (uniform(random) - 0.5) * range,
  );
  const mean = drawn.reduce((a, b) => a + b, 0) / players;
  const truth = drawn.map((elo) => elo - mean);
  const list = Array.from({ length: matches }, () => {
    const met = model.meetings === 'random' ? random.permutation(players).slice(0, seats) : near(truth, seats, random);
    const strengths = met.map((player) => truth[player] / ELO);
    return { players: met, places: order(strengths, model, random) };
  });
  return { truth, matches: list };
}

/** A random number between 0 and 1, excluding both. */
function uniform(random: Lehmer): number {
  return (random.next() + 0.5) / 0x7ffffffe;
}

/** Picks a random player, and opponents that are about as strong. */
function near(truth: readonly number[], seats: number, random: Lehmer): number[] {
  const first = random.range(0, truth.length - 1);
  const others = truth.map((_, i) => i).filter((i) => i !== first);
  const distance = others.map((i) => Math.abs(truth[i] - truth[first]) * (0.5 + uniform(random)));
  const order = others.map((_, i) => i).sort((a, b) => distance[a] - distance[b]);
  return [first, ...order.slice(0, seats - 1).map((i) => others[i])];
}

/** Strength plus Gumbel noise: sorting the sums gives a Plackett–Luce order. */
function order(strengths: readonly number[], { ties }: FieldModel, random: Lehmer): number[] {
  const sums = strengths.map((strength) => strength - Math.log(-Math.log(uniform(random))));
  if (ties < 0) return placesOf(sums.map((sum) => Math.round(-sum / ties)));
  const seats = sums.map((_, seat) => seat).sort((a, b) => sums[b] - sums[a]);
  // Two neighbours in the order tie. Both of their orders are equally frequent, so that neither player benefits.
  const at = random.range(0, seats.length - 2);
  const [a, b] = [seats[at], seats[at + 1]];
  const left = seats.slice(at).reduce((sum, seat) => sum + Math.exp(strengths[seat]), 0);
  const otherWay = (left - Math.exp(strengths[a])) / (left - Math.exp(strengths[b]));
  if (uniform(random) < ties * Math.min(1, otherWay)) sums[b] = sums[a];
  return placesOf(sums);
}

/** Places, starting from 1. Equal scores share the mean of their places. */
export function placesOf(scores: readonly number[]): number[] {
  return scores.map((score) => {
    const above = scores.filter((other) => other > score).length;
    const alike = scores.filter((other) => other === score).length;
    return 1 + above + (alike - 1) / 2;
  });
}
