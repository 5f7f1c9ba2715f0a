import { Curvature } from './curvature.ts';
import { inverseDiagonal } from './inverse-diagonal.ts';
import { type Choices, choicesOf, type PlacedMatch } from './plackett-luce.ts';
import { dot, type Solve, solverFor } from './solve.ts';
import { Surprises, spreadOf } from './spread.ts';

/** Elo of one unit of strength on the logarithmic scale, on which the fit works. */
const ELO = 400 / Math.LN10;
/**
 * The prior for a player before its first match: this part of a win and of a loss against the mean of the field. Keeps those
 * finite who only win or only lose, and weighs less than one match.
 */
const PRIOR = 0.5;
/** The variance of strengths that is assumed by it, in squared units. A field shows its own as if so many players had shown this one. */
const ASSUMED = { variance: 2 / PRIOR, players: 12 };
/** The most that a field's prior weighs: even of a field of equal bots, a newcomer may be much better. */
const MAX_PRIOR = 1.5;
const MAX_STEPS = 100;
/** A step of less than this many units of strength (0.00000002 Elo) changes nothing that is shown. */
const CLOSE_ENOUGH = 1e-10;
/** The same where only the spread of the strengths is wanted. */
const NEARLY_ENOUGH = 1e-2;
/** Far from the maximum Newton's step overshoots; it is cut to this many units. */
const LONGEST_STEP = 1.5;
/** Intervals of more players than this are approximated: an exact one takes a tenth of a second where 10,000 play. */
const MAX_EXACT = 500;

export interface Rating {
  /** In Elo; 0 is the mean of the players asked for. Rounded to 0.01, as all numbers here. */
  readonly elo: number;
  /** Half the width of the 95% interval of `elo`. */
  readonly margin: number;
  /** Matches with anybody else in them. */
  readonly games: number;
}

export interface FitOptions {
  /** Whose ratings are wanted; all are fitted. Default: all. */
  readonly asked?: readonly number[];
  /** By player: the one as good as whom it is believed to be before it has played, instead of the mean of the field. */
  readonly follows?: ReadonlyMap<number, number>;
  /**
   * Whether the prior is as strong as the field's spread says. So it must be where earlier results chose near opponents: those who
   * were lucky met others who were. If it is known beforehand who is near, such a prior would move all towards the mean.
   */
  readonly isFieldPrior?: boolean;
}

/**
 * Ratings of players 0 … players − 1 by maximum likelihood over all results at once: The Plackett–Luce model for any number of
 * seats. With two seats it is the Bradley–Terry model with a draw as half a win and half a loss. With a difference of D Elo, the
 * stronger one is placed above the other in 1 / (1 + 10^(−D/400)) of the matches. The number of other players does not matter.
 * Started cold; which match comes first and who has which number does not matter.
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

/** Half the widths of the intervals of those asked for, in units of strength. */
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
    // θ − mean is a combination of strengths: its variance is that combination, through the inverse, by itself.
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

/** The same for many players, by an approximation of the inverse's diagonal (a test compares it with the exact one). */
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

/** The part that the mean of the requested ones takes from each of them. */
function againstMean(players: number, asked: readonly number[]): Float64Array {
  const everybody = new Float64Array(players);
  for (const player of asked) everybody[player] = -1 / asked.length;
  return everybody;
}

interface Maximum {
  readonly theta: Float64Array;
  /** Through the curvature at the maximum. */
  readonly solve: Solve;
  /** By member of the choices: the chance of being the one chosen. */
  readonly chance: Float64Array;
  /** At the maximum. */
  readonly curvature: Curvature;
}

/** Newton's method on a function with a single maximum. `games`, by player, asks for the field's prior: then once more from there. */
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
  let solve: Solve = (right) => right;
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
      const part = Math.min(1, LONGEST_STEP / longest);
      for (let i = 0; i < players; i++) theta[i] += part * move[i];
      if (longest < enough) break;
    }
  };
  climb(PRIOR, games ? NEARLY_ENOUGH : CLOSE_ENOUGH);
  if (games) climb(fieldPrior(theta, games), CLOSE_ENOUGH);
  return { theta, solve, chance, curvature };
}

/** The prior's weight by which strengths spread as much as those of the players that have played. */
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

/** −0 would be another text than 0. */
function rounded(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}
