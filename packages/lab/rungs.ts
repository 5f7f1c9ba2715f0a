import type { AnyGame } from '@ludus/game/game.ts';
import { groupsToTell, type MeanInterval, meanInterval } from './stats/interval.ts';
import { countWins, type WinCount } from './stats/sentence.ts';
import { type Tally, tallyOf } from './stats/tally.ts';

/** Default number of pairs of matches against each opponent of the practice ladder. */
export const RUNG_PAIRS = 6;
/** Number of matches in a pair. The two matches have the same board and seed, and the seats are swapped. */
export const MATCHES_PER_GROUP = 2;
/** Maximum number of pairs to recommend. */
const MAX_ADVISED_PAIRS = 1000;

/** A bot's result against one opponent of the practice ladder. */
export interface RungResult {
  /** Number of pairs played. */
  readonly pairs: number;
  /** The scores of these pairs of matches. */
  readonly tally: Tally;
  readonly score: MeanInterval;
  readonly wins: WinCount;
  /** Whether the bot got more than half of the points; null if pairs are missing. */
  readonly isBeaten: boolean | null;
}

/**
 * Determines whether a bot has beaten an opponent of the practice ladder.
 *
 * @param groups the bot's share of the points by pair, from 0 to 1
 * @param matches the bot's share of the points by match, from 0 to 1
 * @param pairs the number of pairs that decide
 */
export function rungResult(groups: readonly number[], matches: readonly number[], pairs: number): RungResult {
  const tally = tallyOf(groups);
  const score = meanInterval(tally);
  const isBeaten = groups.length < pairs ? null : score.mean > 0.5;
  return { pairs: groups.length, tally, score, wins: countWins(matches), isBeaten };
}

/**
 * The reason for doubt about a result. With `half`, the bot has only half of the points. With `luck`, the result may be
 * due to chance. `pairs`: the number of pairs that would settle the question; absent if it is too high to recommend.
 */
export type RungDoubt = { readonly kind: 'half' } | { readonly kind: 'luck'; readonly pairs?: number };

export function rungDoubt({ pairs, tally, score, isBeaten }: RungResult): RungDoubt | undefined {
  if (isBeaten === null || score.low > 0.5 || score.high < 0.5) return undefined;
  if (score.mean === 0.5) return { kind: 'half' };
  const enough = groupsToTell(tally, MAX_ADVISED_PAIRS);
  return { kind: 'luck', ...(enough !== undefined && { pairs: Math.max(enough, pairs + 1) }) };
}

/**
 * A warning about an uncertain result, with the number of pairs that would settle it. `option`: the text of the option
 * that sets a number of pairs.
 */
export function doubtText(doubt: RungDoubt, option: (pairs: number) => string): string {
  if (doubt.kind === 'half') return "Half of the points isn't enough: your bot needs more.";
  return doubt.pairs === undefined
    ? `This may be luck, and even ${option(MAX_ADVISED_PAIRS)} would not settle the question.`
    : `This may be luck: if the trend continues, ${option(doubt.pairs)} settles it.`;
}

/** A board of the ladder, and its name. */
export interface LadderBoard {
  readonly name: string;
  readonly board: unknown;
}

/**
 * Returns the board for each pair of matches, counted from 0. All boards have the same number of seats.
 *
 * @param board the ladder’s boards, if it has any
 * @param named the game’s named boards, if it generates none
 */
export function ladderBoards(
  game: Pick<AnyGame, 'title' | 'generateBoard'>,
  board: ((group: number) => unknown) | undefined,
  named: () => readonly LadderBoard[],
): (group: number) => LadderBoard {
  if (board) return (group) => ({ name: `board ${group + 1}`, board: board(group) });
  if (game.generateBoard) return (group) => ({ name: `board ${group + 1}`, board: game.generateBoard!(group + 1) });
  const all = named();
  if (all.length === 0) throw new RangeError(`${game.title} comes with no boards and generates none`);
  return (group) => all[group % all.length];
}
