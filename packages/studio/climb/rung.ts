import { describeProblem } from '@ludus/kernel/result.ts';
import {
  ladderBoards,
  ladderGroup,
  ladderShare,
  MATCHES_PER_GROUP,
  meanShare,
  type RungResult,
  rungResult,
} from '@ludus/lab/duels.ts';
import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import type { DuelOrder } from '../duel/order.ts';
import { kitFor, type RulesOrder } from '../games/kits.ts';
import type { PlayerOrder } from '../match/order.ts';

/** The matches of a bot against one opponent of the practice ladder, as `ludus climb` plays them. */
export interface Rung {
  readonly order: DuelOrder;
  /** The matches, in the order of the pairs. */
  readonly specs: readonly MatchSpec[];
  readonly pairs: number;
}

/** The matches against an opponent, or a message if these matches are impossible. */
export function rungOf(rules: RulesOrder, player: PlayerOrder, opponent: string, pairs: number): Rung | string {
  const kit = kitFor(rules);
  if (typeof kit === 'string') return kit;
  const { game, ladder } = kit;
  const boardOf = ladderBoards(game, ladder?.board, () => namedBoards(kit));
  const boards: DuelOrder['boards'][number][] = [];
  const specs: MatchSpec[] = [];
  for (let group = 0; group < pairs; group++) {
    const { board, seed, teams, seatings } = ladderGroup({ game, boardOf: (each) => boardOf(each).board }, group);
    boards.push({ name: boardOf(group).name, text: game.printBoard(board) });
    for (const [match, players] of seatings.entries())
      specs.push({ id: `g${group}-m${match}`, board: group, seed, players, ...(teams && { teams }) });
  }
  const order = { ...rules, boards, players: [player, { kind: 'builtin', name: opponent } as const] };
  return { order, specs, pairs };
}

function namedBoards({ game }: AnyKit) {
  return BUILTIN_BOARDS.filter((board) => board.game === game.id).map(({ name, text }) => {
    const read = game.readBoard(text);
    if (!read.ok) throw new Error(`${name}: ${describeProblem(read.problem)}`);
    return { name, board: read.value };
  });
}

/** The result of the matches against an opponent. */
export interface RungEnd {
  readonly result: RungResult;
  /** The match in which the bot got the smallest share of the points; undefined if the bot won all matches. */
  readonly worst: MatchRecord | undefined;
}

/**
 * Plays the matches, as many at a time as `play` allows.
 *
 * @param onPlayed receives the number of finished matches
 */
export async function playRung(
  { specs, pairs }: Rung,
  play: (spec: MatchSpec) => Promise<MatchRecord>,
  onPlayed: (matches: number) => void = () => {},
): Promise<RungEnd> {
  let count = 0;
  const records = await Promise.all(
    specs.map(async (spec) => {
      const record = await play(spec);
      onPlayed(++count);
      return record;
    }),
  );
  const shares = records.map(({ scores, faults, players, teams }) => ladderShare(scores, faults, players, teams));
  const groups = Array.from({ length: pairs }, (_, group) =>
    meanShare(shares.slice(MATCHES_PER_GROUP * group, MATCHES_PER_GROUP * (group + 1))),
  );
  const least = Math.min(...shares);
  return {
    result: rungResult(groups, shares, pairs),
    worst: least < 1 ? records[shares.indexOf(least)] : undefined,
  };
}
