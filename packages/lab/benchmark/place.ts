import { disqualified } from '@ludus/game/teams.ts';
import type { MatchRecord } from '../batch/plan.ts';
import { groupScore } from '../stats/groups.ts';
import { meanInterval } from '../stats/interval.ts';
import { tallyOf } from '../stats/tally.ts';

/** A value with its 95% interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A bot's place on a game's practice ladder. */
export interface LadderPlace {
  /** The sum of the bot's shares against all opponents, from 0 to the number of opponents, rounded to 0.01. */
  readonly place: Interval;
  /** The bot's rating in Elo, on the scale of the ladder's ratings. */
  readonly elo: Interval;
  /** The bot's share of the points (0 to 1), by opponent. */
  readonly shares: readonly number[];
  /** Number of boards that count. A board doesn't count if one of its matches has no result. */
  readonly boards: number;
}

/** An opponent of the ladder with its rating in Elo. */
interface RatedOpponent {
  readonly name: string;
  readonly rating: number;
}

/**
 * The bot's place; undefined if no board counts. The bot is player `opponents.length` of a benchmark's matches. Boards
 * are independent samples, so the interval of their mean includes the effects of boards, seeds, and luck.
 */
export function ladderPlace(
  opponents: readonly RatedOpponent[],
  records: readonly MatchRecord[],
): LadderPlace | undefined {
  const boards = [...new Set(records.map(({ board }) => board))]
    .map((board) => records.filter((record) => record.board === board))
    .filter((matches) => matches.every(({ failure }) => failure === undefined))
    .map((matches) => opponents.map((_, opponent) => shareAgainst(opponent, opponents.length, matches)));
  if (boards.length === 0) return undefined;
  const count = opponents.length;
  const { mean, low, high } = meanInterval(tallyOf(boards.map((shares) => sum(shares) / count)));
  const place = { value: rounded(count * mean), low: rounded(count * low), high: rounded(count * high) };
  const elo = (share: number) => eloOf(opponents, share, boards.length);
  return {
    place,
    elo: { value: elo(mean), low: elo(low), high: elo(high) },
    shares: opponents.map((_, n) => Math.round((1e4 * sum(boards.map((shares) => shares[n]))) / boards.length) / 1e4),
    boards: boards.length,
  };
}

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
const rounded = (value: number): number => Math.round(100 * value) / 100;

/** The bot's share of the points in its matches against an opponent. */
function shareAgainst(opponent: number, bot: number, matches: readonly MatchRecord[]): number {
  const met = matches.filter(({ players }) => players.includes(opponent));
  return groupScore(
    met.map(({ scores }) => scores),
    met.map(({ players }) => players.map((player) => (player === bot ? 0 : 1))),
    met.map(({ faults, players, teams }) =>
      disqualified(
        players.map((_, seat) => faults.some((fault) => fault.seat === seat)),
        teams,
      ),
    ),
  );
}

/** How far, in Elo, a bot's rating can be below the weakest opponent's or above the strongest opponent's. */
const MAX_DISTANCE = 2000;

/**
 * The maximum-likelihood rating for this mean share against opponents with fixed ratings. A prior of half a pair won
 * and half a pair lost keeps the rating finite after a clean sweep.
 */
function eloOf(opponents: readonly RatedOpponent[], share: number, boards: number): number {
  const pairs = boards * opponents.length;
  const scored = (share * pairs + 0.5) / (pairs + 1);
  const ratings = opponents.map(({ rating }) => rating);
  let [low, high] = [Math.min(...ratings) - MAX_DISTANCE, Math.max(...ratings) + MAX_DISTANCE];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    const expected = sum(ratings.map((rating) => 1 / (1 + 10 ** ((rating - middle) / 400)))) / ratings.length;
    if (expected < scored) low = middle;
    else high = middle;
  }
  return Math.round(low);
}
