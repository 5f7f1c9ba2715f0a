import { Curvature } from './curvature.ts';
import { inverseDiagonal } from './inverse-diagonal.ts';
import { type Choices, choicesOf, type PlacedMatch } from './plackett-luce.ts';
import { Surprises, spreadOf } from './rating-interval.ts';
import { dot, type LinearSolver, solverFor } from './solve.ts';

/** Elo per unit of strength. The fit uses a logarithmic scale of strengths. */
const ELO = 400 / Math.LN10;
/**
 * The prior for a player before its first match, as this fraction of a win and of a loss against the mean of the field.
 * The prior keeps the ratings of players that only win or only lose finite, and weighs less than one match.
 */
const PRIOR = 0.5;
/**
 * The variance of strengths that the prior assumes, in squared units, and its weight as a number of players. The
 * assumed variance is averaged with the observed variance of the field.
 */
const ASSUMED = { variance: 2 / PRIOR, players: 12 };
/**
 * Maximum weight of a field's prior. Even if all bots of a field have the same strength, a new bot may be much
 * stronger.
 */
const MAX_PRIOR = 1.5;
const MAX_STEPS = 100;
/** A step below this many units of strength (0.00000002 Elo) doesn't change any displayed number. */
const CLOSE_ENOUGH = 1e-10;
/** The threshold for a fit from which only the spread of the strengths is needed. */
const NEARLY_ENOUGH = 1e-2;
/** Maximum step, in units of strength. Far from the maximum, Newton's step overshoots. */
const MAX_STEP = 1.5;
/**
 * Maximum number of players for which intervals are exact. With more players, intervals are approximated, because an
 * exact interval takes a tenth of a second with 10,000 players.
 */
const MAX_EXACT = 500;

export interface Rating {
  /** The rating in Elo, relative to the mean of the requested players. Rounded to 0.01, like all numbers here. */
  readonly elo: number;
  /** Half the width of the 95% interval of `elo`. */
  readonly margin: number;
  /** Number of matches that the player has played with at least one other player. */
  readonly games: number;
}

export interface FitOptions {
  /** The players whose ratings are requested. The ratings of all players are fitted. By default, all are requested. */
  readonly asked?: readonly number[];
  /** By player: another player, whose strength replaces the mean of the field in the player's prior. */
  readonly follows?: ReadonlyMap<number, number>;
  /**
   * Whether the prior's strength is derived from the field's spread. This is necessary if opponents were chosen by
   * similar earlier results, because lucky players then met other lucky players. If similar opponents are known
   * beforehand, such a prior would move all ratings towards the mean.
   */
  readonly isFieldPrior?: boolean;
}

/**
 * Maximum-likelihood ratings of players 0 to players − 1 over all results. The fit uses the Plackett–Luce model for any
 * number of seats. With two seats, this is the Bradley–Terry model with a draw as half a win and half a loss. A player
 * with D Elo more than another is placed above that player in 1 / (1 + 10^(−D/400)) of their matches. The number of
 * players in a match makes no difference. The fit doesn't start from earlier ratings, so the result doesn't depend on
 * the order of the matches or on the players' numbers.
 */
export function fitRatings(
  players: number,
  matches: readonly PlacedMatch[],
  {
    asked = Array.from({ length: players }, (_, i) => i),
    follows = new Map<number, number>(),
    isFieldPrior = false,
  }: FitOptions = {},
): Rating[] {
  const counted = matches.filter((match) => match.players.length > 1);
  const beliefs = [...follows].map((pair) => ({ players: pair, places: [1, 1] }));
  const choices = choicesOf(players, [...counted, ...beliefs]);
  const games = new Int32Array(players);
  for (const match of counted) for (const player of match.players) games[player]++;
  const fitted = maximum(players, choices, follows, isFieldPrior ? games : undefined);
  const { theta } = fitted;
  const mean = asked.reduce((sum, player) => sum + theta[player], 0) / Math.max(1, asked.length);
  const deviations = (asked.length > MAX_EXACT ? localDeviations : deviationsOf)(players, choices, fitted, asked);
  return asked.map((player, at) => ({
    elo: rounded(ELO * (theta[player] - mean)),
    margin: rounded(ELO * deviations[at]),
    games: games[player],
  }));
}

/** Half the width of the interval of each requested player, in units of strength. */
function deviationsOf(
  players: number,
  choices: Choices,
  { solve, chance }: Maximum,
  asked: readonly number[],
): number[] {
  const surprises = new Surprises(choices, chance, players);
  const { quantile, dispersion, correction } = spreadOf(choices, chance, surprises);
  const everybody = againstMean(players, asked);
  const toMean = solve(everybody, 1e-4);
  return asked.map((player) => {
    // θ − mean is a linear combination of strengths. Its variance is a quadratic form of the inverse.
    const against = everybody.slice();
    against[player] += 1;
    const own = new Float64Array(players);
    own[player] = 1;
    const influence = solve(own, 1e-4);
    for (let i = 0; i < players; i++) influence[i] += toMean[i];
    const assumed = dispersion * dot(against, influence);
    const seen = correction * surprises.through(influence);
    return quantile * Math.sqrt(Math.max(assumed, seen));
  });
}

/**
 * Half the width of each interval for many players, from an approximation of the inverse's diagonal. A test compares
 * the approximation with the exact diagonal.
 */
function localDeviations(
  players: number,
  choices: Choices,
  { theta, solve, chance, curvature }: Maximum,
  asked: readonly number[],
): number[] {
  const surprises = new Surprises(choices, chance, players);
  const { quantile, dispersion, correction } = spreadOf(choices, chance, surprises);
  const everybody = againstMean(players, asked);
  const toMean = solve(everybody, 1e-4);
  const ofMean = dot(everybody, toMean);
  const own = surprises.own(players);
  const inverse = inverseDiagonal(curvature, theta);
  return asked.map((player) => {
    const variance = Math.max(0, inverse[player] + 2 * toMean[player] + ofMean);
    const seen = (correction * own[player]) / curvature.diagonal[player];
    return quantile * Math.sqrt(variance * Math.max(dispersion, seen));
  });
}

/** The weight of each player in the mean of the requested players. */
function againstMean(players: number, asked: readonly number[]): Float64Array {
  const everybody = new Float64Array(players);
  for (const player of asked) everybody[player] = -1 / asked.length;
  return everybody;
}

interface Maximum {
  readonly theta: Float64Array;
  /** Solves systems of equations whose matrix is the curvature at the maximum. */
  readonly solve: LinearSolver;
  /** By member of the choices: the probability of being chosen. */
  readonly chance: Float64Array;
  /** The curvature at the maximum. */
  readonly curvature: Curvature;
}

/**
 * Finds the single maximum with Newton's method. If `games` (by player) is present, finds the maximum again with the
 * field's prior.
 */
function maximum(
  players: number,
  choices: Choices,
  follows: ReadonlyMap<number, number>,
  games: Int32Array | undefined,
): Maximum {
  const theta = new Float64Array(players);
  const power = new Float64Array(players);
  const chance = new Float64Array(choices.members.length);
  const curvature = new Curvature(players, choices);
  const gradient = new Float64Array(players);
  let solve: LinearSolver = (right) => right;
  const climb = (weight: number, enough: number) => {
    const prior = Float64Array.from({ length: players }, (_, i) => (follows.has(i) ? 0 : weight));
    for (let step = 0; step < MAX_STEPS; step++) {
      for (let i = 0; i < players; i++) power[i] = Math.exp(theta[i]);
      chances(choices, power, chance);
      slope(choices, chance, gradient);
      curvature.fill(chance);
      for (let i = 0; i < players; i++) {
        const p = power[i] / (1 + power[i]);
        gradient[i] += prior[i] * (1 - 2 * p);
        curvature.diagonal[i] += 2 * prior[i] * p * (1 - p);
      }
      solve = solverFor(curvature);
      const move = solve(gradient, 1e-6);
      let longest = 0;
      for (let i = 0; i < players; i++) longest = Math.max(longest, Math.abs(move[i]));
      const part = Math.min(1, MAX_STEP / longest);
      for (let i = 0; i < players; i++) theta[i] += part * move[i];
      if (longest < enough) break;
    }
  };
  climb(PRIOR, games ? NEARLY_ENOUGH : CLOSE_ENOUGH);
  if (games) climb(fieldPrior(theta, games), CLOSE_ENOUGH);
  return { theta, solve, chance, curvature };
}

/** The weight at which the prior's spread is the same as the spread of the players that have played. */
function fieldPrior(theta: Float64Array, games: Int32Array): number {
  const played = theta.filter((_, i) => games[i] > 0);
  const mean = played.reduce((sum, value) => sum + value, 0) / Math.max(1, played.length);
  const spread = played.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const { variance, players } = ASSUMED;
  return Math.min(MAX_PRIOR, (2 * (players + played.length)) / (players * variance + spread));
}

function chances({ start, members, weight }: Choices, power: Float64Array, chance: Float64Array): void {
  for (let c = 0; c < weight.length; c++) {
    let sum = 0;
    for (let a = start[c]; a < start[c + 1]; a++) sum += power[members[a]];
    for (let a = start[c]; a < start[c + 1]; a++) chance[a] = power[members[a]] / sum;
  }
}

function slope({ start, members, weight, wins }: Choices, chance: Float64Array, gradient: Float64Array): void {
  gradient.set(wins);
  for (let c = 0; c < weight.length; c++)
    for (let a = start[c]; a < start[c + 1]; a++) gradient[members[a]] -= weight[c] * chance[a];
}

/** Rounds a value, and turns −0 into 0, because −0 is printed differently. */
function rounded(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}
