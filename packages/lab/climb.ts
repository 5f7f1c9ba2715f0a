import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { disqualified, seatSides, sidesOn, type Teams, teamsOn } from '@ludus/game/teams.ts';
import { type MatchResult, newMatchKey, playMatch } from '@ludus/referee/match.ts';
import { structuredPatch } from 'diff';
import { SCALE, scoreOfElo } from './stats/elo.ts';
import { type Arrangement, arrangementsOf, matchScore } from './stats/groups.ts';
import { studentQuantile975 } from './stats/interval.ts';

/** One match between two players on the ladder, with its seats and its result. */
export interface LadderMatch {
  /** The player of each seat: 0 for the first player, 1 for the second. */
  readonly seats: Arrangement;
  readonly seed: number;
  /** The number of the match's group. `LadderPair.boardOf` returns the group's board. */
  readonly group: number;
  /** The first player's share of the points, from 0 to 1. */
  readonly share: number;
  readonly result: MatchResult<unknown>;
}

/** Two opponents, and the conditions of their matches. */
export interface LadderPair {
  readonly game: AnyGame;
  /** The board of a group, counted from 0. All boards have the same number of seats. */
  readonly boardOf: (group: number) => unknown;
  /** Creates new players for one seat of one match. */
  readonly open: readonly [() => AnyRunner | Promise<AnyRunner>, () => AnyRunner | Promise<AnyRunner>];
  /**
   * Whether each match takes its luck from a new key, because a bot can guess the seed. The replay ends with the key.
   */
  readonly isSecret?: boolean;
  /** Receives the runners of a match before the match is played, and returns the runners to use. */
  readonly watch?: (
    runners: readonly AnyRunner[],
    match: { readonly seats: Arrangement; readonly group: number },
  ) => WatchedRunners;
}

export interface WatchedRunners {
  readonly runners: readonly AnyRunner[];
  readonly onRound?: (state: unknown, round: number) => void;
  end?(): void;
}

/** The seed of a group. Groups are numbered from 0. */
const seedOf = (group: number): number => group + 1;

/** The matches of a group of the ladder, before they are played. */
export interface LadderGroup {
  readonly board: unknown;
  readonly seed: number;
  readonly teams: Teams | undefined;
  /** The player by match and seat: 0 for the first player, 1 for the second. */
  readonly seatings: readonly Arrangement[];
}

/**
 * A group of the ladder, as in a duel: two matches with the same board and seed, and the players' seats swapped. Each
 * player has half of the seats, or half of the teams.
 */
export function ladderGroup({ game, boardOf }: Pick<LadderPair, 'game' | 'boardOf'>, group: number): LadderGroup {
  const board = boardOf(group);
  const teams = teamsOn(game, board);
  const seatings = arrangementsOf(sidesOn(game, board), 0, group).map((sides) => seatSides(sides, teams));
  return { board, seed: seedOf(group), teams, seatings };
}

/**
 * The first player's share of the points in one match, from 0 to 1. Compares each of the first player's seats with each
 * of the second player's, and counts how often the first player's seat has the better place.
 *
 * @param faults of the seats that failed
 */
export function ladderShare(
  scores: readonly number[],
  faults: readonly { readonly seat: number }[],
  seats: Arrangement,
  teams: Teams | undefined,
): number {
  const failed = seats.map((_, seat) => faults.some((fault) => fault.seat === seat));
  return matchScore(scores, seats, disqualified(failed, teams));
}

/** Plays a group. The score is the mean of the first player's shares. */
export async function playGroup(
  pair: LadderPair,
  group: number,
): Promise<{ readonly score: number; readonly matches: readonly LadderMatch[] }> {
  const { game, open, isSecret, watch } = pair;
  const { board, seed, teams, seatings } = ladderGroup(pair, group);
  const matches: LadderMatch[] = [];
  for (const seats of seatings) {
    const opened = await Promise.all(seats.map((player) => open[player]()));
    const watched = watch?.(opened, { seats, group });
    const { onRound } = watched ?? {};
    try {
      const result = await playMatch<unknown, unknown, unknown>({
        game,
        board,
        seed,
        ...(isSecret && { limited: true, key: newMatchKey() }),
        runners: watched?.runners ?? opened,
        ...(onRound && { onRound: (state, round) => onRound(state, round) }),
      });
      const share = ladderShare(result.outcome.scores, result.verdicts, seats, teams);
      matches.push({ seats, seed, group, share, result });
    } finally {
      watched?.end?.();
    }
  }
  return { score: meanShare(matches.map(({ share }) => share)), matches };
}

/** The score of a group: the mean of its matches' shares. */
export const meanShare = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** The scores of two players of the ladder against each other. */
export interface PairScore {
  readonly first: string;
  readonly second: string;
  readonly groups: number;
  /** The first player's share, from 0 to 1. */
  readonly share: number;
}

/**
 * Maximum-likelihood ratings in Elo for the scored shares. A difference of D means an expected share of 1 / (1 +
 * 10^(−D/400)). A prior of half a group won and half a group lost per pair keeps ratings finite after a clean sweep.
 * `fixed`: known ratings; at least one.
 */
export function ladderRatings(
  scores: readonly PairScore[],
  fixed: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const ratings = new Map(fixed);
  for (const { first, second } of scores)
    for (const name of [first, second]) if (!ratings.has(name)) ratings.set(name, 0);
  const free = [...ratings.keys()].filter((name) => !fixed.has(name));
  for (let round = 0; round < 2000; round++) {
    let largest = 0;
    for (const name of free) {
      let [slope, curve] = [0, 0];
      for (const { first, second, groups, share } of scores) {
        if (first !== name && second !== name) continue;
        const other = ratings.get(first === name ? second : first)!;
        const expected = 1 / (1 + 10 ** ((other - ratings.get(name)!) / 400));
        const scored = (first === name ? share : 1 - share) * groups + 0.5;
        slope += scored - (groups + 1) * expected;
        curve += (groups + 1) * expected * (1 - expected);
      }
      const step = Math.max(-200, Math.min(200, (slope / curve) * (400 / Math.LN10)));
      ratings.set(name, ratings.get(name)! + step);
      largest = Math.max(largest, Math.abs(step));
    }
    if (largest < 1e-6) break;
  }
  return ratings;
}

/** A bot's score against an opponent with a known rating. */
interface RatedScore {
  readonly rating: number;
  readonly groups: number;
  /** The bot's share, from 0 to 1. */
  readonly share: number;
}

/** A rating with its 95% interval, in Elo. A bound is infinite if the scores don't limit it. */
export interface EloInterval {
  readonly elo: number;
  readonly low: number;
  readonly high: number;
}

/** How far, in Elo, a finite rating can be below the weakest opponent's or above the strongest opponent's. */
const MAX_DISTANCE = 3000;

/**
 * The maximum-likelihood rating for a bot's scores, with its interval. Each group counts as one win or one loss, so the
 * interval is conservative. The threshold is Student's, as in `meanInterval`.
 */
export function ladderElo(scores: readonly RatedScore[]): EloInterval {
  const none = { elo: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (scores.every(({ groups }) => groups === 0)) return none;
  const ratings = scores.map(({ rating }) => rating);
  const [floor, ceiling] = [Math.min(...ratings) - MAX_DISTANCE, Math.max(...ratings) + MAX_DISTANCE];
  const excess = (elo: number) =>
    scores.reduce((sum, { rating, groups, share }) => sum + groups * (share - scoreOfElo(elo - rating)), 0);
  const elo = edge(floor, ceiling, (middle) => excess(middle) > 0);
  const likelihood = (at: number) =>
    scores.reduce((sum, { rating, groups, share }) => sum + groups * logLikelihood(share, at - rating), 0);
  const least = likelihood(elo) - 0.5 * studentQuantile975(Math.max(...scores.map(({ groups }) => groups)) - 1) ** 2;
  const low = edge(elo, floor, (middle) => likelihood(middle) >= least);
  const high = edge(elo, ceiling, (middle) => likelihood(middle) >= least);
  const open = (value: number) => (value <= floor ? none.low : value >= ceiling ? none.high : value);
  return { elo: open(elo), low: open(low), high: open(high) };
}

/** The point between `inside` and `outside` at which `isInside` becomes false; `outside` if there is no such point. */
function edge(inside: number, outside: number, isInside: (middle: number) => boolean): number {
  if (isInside(outside)) return outside;
  let [near, far] = [inside, outside];
  while (Math.abs(far - near) > 0.01) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return near;
}

/**
 * The log-likelihood of a share of the points, given an advantage in Elo. The share is treated as this fraction of a
 * win.
 */
const logLikelihood = (share: number, elo: number): number =>
  -share * Math.log1p(Math.exp(-elo / SCALE)) - (1 - share) * Math.log1p(Math.exp(elo / SCALE));

/** One line in a comparison of two texts. `gap` means that identical lines were left out. */
export interface SourceLine {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
}

/** The lines that differ from an earlier text, with a few lines of context; empty if the texts are the same. */
export function sourceLines(before: string, after: string): readonly SourceLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  return hunks.flatMap(({ lines }, at) => [
    ...(at > 0 ? [{ kind: 'gap', text: '' } as const] : []),
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ kind: KINDS[line[0]] ?? ('same' as const), text: line.slice(1) })),
  ]);
}

const KINDS: Readonly<Record<string, SourceLine['kind']>> = { '+': 'added', '-': 'removed' };
