import type { AnyGame } from '@ludus/game/game.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { seatSides, type Teams } from '@ludus/game/teams.ts';
import { arrangementsOf, groupScore, leastCommonMultiple, matchScore, waysOf } from '../stats/groups.ts';
import { countWins, type WinCount } from '../stats/sentence.ts';
import { type Boards, judge, type SequentialPlan, type Standing } from '../stats/stop-rule.ts';
import { addTo, EMPTY_TALLY, type Tally } from '../stats/tally.ts';
import { type MatchRecord, type MatchSpec, outOf } from './plan.ts';
import type { Stage } from './shards.ts';

export interface DuelPlan extends SequentialPlan {
  /** Number of players in a match: one for each seat, or for each team. */
  readonly seats: number;
  /** Teams of the boards, for games in which seats play together. */
  readonly teams?: Teams | undefined;
  /**
   * Number of fillers: players 2 to fillers + 1 of the run. They sit in the seats that NEW (0) and OLD (1) leave free.
   */
  readonly fillers: number;
  /** Number of boards; 0 if the game generates a board from each seed. */
  readonly boards: number;
  /** Seed of group 0. Group g is played with seed firstSeed + g. */
  readonly firstSeed: number;
}

export interface DuelResult {
  readonly standing: Standing;
  readonly tally: Tally;
  readonly boards: Boards;
  /** The matches of all groups that count, in the plan's order. */
  readonly records: readonly MatchRecord[];
  /** NEW's wins, draws, and losses in these matches. */
  readonly wins: WinCount;
  /** Number of groups that were left out because they exactly repeat earlier groups. */
  readonly repeated: number;
  /** Number of groups that were left out because one of their matches couldn't be played. */
  readonly spoiled: number;
}

/** The matches of one group. All have the same board and seed, and the seats are swapped. */
export function groupSpecs(plan: DuelPlan, group: number): MatchSpec[] {
  const { seats, teams, fillers, boards, firstSeed } = plan;
  // Boards and seatings rotate independently. When both cycles end together, the seatings shift by one, so that every
  // seating is played on every board.
  const way = boards === 0 ? group : group + Math.floor(group / leastCommonMultiple(boards, waysOf(seats, fillers)));
  return arrangementsOf(seats, fillers, way).map((players, match) => ({
    id: `g${group}-m${match}`,
    board: boards === 0 ? -1 : group % boards,
    seed: (firstSeed + group) | 0,
    players: seatSides(players, teams),
    ...(teams && { teams }),
  }));
}

/** The groups that are played at the same time as `group` in a duel with waves of equal size. */
export function duelRound(plan: DuelPlan, perRound: number, group: number): Stage {
  const first = group - (group % perRound);
  const end = Math.min(first + perRound, Math.max(plan.limit, group + 1));
  return Array.from({ length: end - first }, (_, i) => groupSpecs(plan, first + i));
}

/**
 * Whether a duel without named boards needs a new board for each group. In a game without luck, bots without random
 * draws would repeat their matches on the same board.
 */
export const needsNewBoards = (game: AnyGame): boolean => game.generateBoard !== undefined && !hasKey(game);

/**
 * Minimum number of consecutive repeated groups after which a duel stops. The number is higher if boards and seatings
 * have more combinations.
 */
const REPEATS_TO_STOP = 10;

/**
 * A text that is the same for all groups in which the same players, in the same seats, went through the same states.
 * Undefined if a record has no course. Groups on boards that were generated from different seeds have different texts.
 */
function courseOf(matches: readonly MatchRecord[]): string | undefined {
  if (matches.some(({ course }) => course === undefined)) return undefined;
  return JSON.stringify(
    matches.map(({ board, seed, players, course, rounds, reason, decided, scores, faults }) => [
      board < 0 ? ['seed', seed] : board,
      players,
      course,
      rounds,
      reason,
      decided,
      scores,
      faults.map(({ seat, round, fault }) => [seat, round, fault]),
    ]),
  );
}

/**
 * A text that identifies a group's board and seating. With luck or with random bots, groups with the same board and
 * seating can have different courses.
 */
const cellOf = (matches: readonly MatchRecord[]): string =>
  JSON.stringify(matches.map(({ board, players }) => [board, players]));

/** A group that was played, with its score for the sequential test. */
interface PlayedGroup {
  readonly board: number;
  readonly score: number;
  readonly matches: readonly MatchRecord[];
  /** Whether the group repeated an earlier group when it was judged. */
  readonly isRepeat: boolean;
}

/**
 * Plays groups until the test reaches a decision.
 *
 * In a game without luck, bots without random draws repeat their matches. A group that exactly repeats an earlier group
 * doesn't count, as long as all groups with the same board and seats have the same result. If one of these groups has a
 * different result, chance plays a part, and all groups count. Leaving out repetitions would then give rare results too
 * much weight.
 *
 * Several groups are played at a time, but they are judged in the order of the plan. Therefore, the workers' speeds
 * don't affect the result. Groups that began after the last judged group are ignored.
 *
 * @param play plays one match of a group, given by the group's number; if it rejects, the duel rejects with the same
 * error
 * @param ahead number of matches to have in progress
 * @param onGroup called after each judged group
 */
export async function playDuel(
  plan: DuelPlan,
  play: (spec: MatchSpec, group: number) => Promise<MatchRecord>,
  ahead: number,
  onGroup: (standing: Standing) => void = () => {},
): Promise<DuelResult> {
  const underWay: Promise<MatchRecord[]>[] = [];
  const perGroup = groupSpecs(plan, 0).length;
  const begin = (group: number): void => {
    const matches = Promise.all(groupSpecs(plan, group).map((spec) => play(spec, group)));
    // A rejection is handled when the group is judged. It must not count as unhandled if the group isn't judged.
    matches.catch(() => {});
    underWay.push(matches);
  };
  const toStop = Math.max(REPEATS_TO_STOP, Math.max(1, plan.boards) * waysOf(plan.seats, plan.fillers));
  const courses = new Map<string, string>();
  const played: PlayedGroup[] = [];
  let tally = EMPTY_TALLY;
  let boards = Array.from({ length: Math.max(1, plan.boards) }, () => EMPTY_TALLY);
  let standing = judge(tally, plan, boards);
  let [spoiled, repeated, inTurn, varies] = [0, 0, 0, false];
  for (let group = 0; standing.decision === 'more'; group++) {
    while (underWay.length * perGroup < ahead + perGroup && group + underWay.length < plan.limit + spoiled)
      begin(group + underWay.length);
    if (underWay.length === 0) break;
    const matches = await underWay.shift()!;
    if (matches.some((record) => record.failure !== undefined)) {
      spoiled++;
      if (spoiled > Math.max(10, group / 2)) break;
      continue;
    }
    const [cell, course] = [cellOf(matches), courseOf(matches)];
    const before = courses.get(cell);
    if (course === undefined || (before !== undefined && before !== course)) varies = true;
    else courses.set(cell, course);
    const score = groupScore(
      matches.map((record) => record.scores),
      matches.map((record) => record.players),
      matches.map(outOf),
    );
    const isRepeat = !varies && before !== undefined;
    played.push({ board: group % boards.length, score, matches, isRepeat });
    inTurn = isRepeat ? inTurn + 1 : 0;
    if (isRepeat) repeated++;
    else {
      // If chance now plays a part, counts all groups that were left out before.
      const counted = varies && repeated > 0 ? played.filter((each) => each.isRepeat) : [];
      for (const each of [...counted, played[played.length - 1]]) {
        tally = addTo(tally, each.score);
        boards = boards.with(each.board, addTo(boards[each.board], each.score));
      }
      if (varies) repeated = 0;
    }
    standing = judge(tally, plan, boards, { groups: repeated, isAll: inTurn >= toStop });
    if (!isRepeat) onGroup(standing);
  }
  const records = played.flatMap(({ isRepeat, matches }) => (isRepeat && !varies ? [] : matches));
  const wins = countWins(records.map((record) => matchScore(record.scores, record.players, outOf(record))));
  return { standing, tally, boards, records, wins, repeated, spoiled };
}
