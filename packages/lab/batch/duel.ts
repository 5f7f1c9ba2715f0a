import type { AnyGame } from '@ludus/game/game.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { seatSides, type Teams } from '@ludus/game/teams.ts';
import { arrangementsOf, groupScore, leastCommonMultiple, matchScore, waysOf } from '../stats/groups.ts';
import { countWins, type WinCount } from '../stats/sentence.ts';
import { type Boards, judge, type SequentialPlan, type Standing } from '../stats/sequential.ts';
import { addTo, EMPTY_TALLY, type Tally } from '../stats/tally.ts';
import { type MatchRecord, type MatchSpec, outOf } from './plan.ts';
import type { Stage } from './shards.ts';

export interface DuelPlan extends SequentialPlan {
  /** How many players a match has: one per seat, or per team. */
  readonly seats: number;
  /** Of the boards, where seats play together. */
  readonly teams?: Teams | undefined;
  /** Players 2 … fillers + 1 of the run sit in the seats that NEW (0) and OLD (1) leave. */
  readonly fillers: number;
  /** 0: the game makes a board of each seed. */
  readonly boards: number;
  /** Group g is played with seed firstSeed + g. */
  readonly firstSeed: number;
}

export interface DuelResult {
  readonly standing: Standing;
  readonly tally: Tally;
  readonly boards: Boards;
  /** Of the groups that count, in the order of the plan. */
  readonly records: readonly MatchRecord[];
  /** Of all these matches. */
  readonly wins: WinCount;
  /** Groups left out because they repeat earlier ones exactly. */
  readonly repeated: number;
  /** Groups left out because a match of theirs could not be played. */
  readonly spoiled: number;
}

/** The matches of one group: same board, same seed, seats swapped. */
export function groupSpecs(plan: DuelPlan, group: number): MatchSpec[] {
  const { seats, teams, fillers, boards, firstSeed } = plan;
  // Boards and ways to sit both take turns; once both begin again together, the second is shifted, so that all of them meet.
  const way = boards === 0 ? group : group + Math.floor(group / leastCommonMultiple(boards, waysOf(seats, fillers)));
  return arrangementsOf(seats, fillers, way).map((players, match) => ({
    id: `g${group}-m${match}`,
    board: boards === 0 ? -1 : group % boards,
    seed: (firstSeed + group) | 0,
    players: seatSides(players, teams),
    ...(teams && { teams }),
  }));
}

/** The groups that are played at the same time as this one, if a duel is played in waves of equal size. */
export function duelRound(plan: DuelPlan, perRound: number, group: number): Stage {
  const first = group - (group % perRound);
  const end = Math.min(first + perRound, Math.max(plan.limit, group + 1));
  return Array.from({ length: end - first }, (_, i) => groupSpecs(plan, first + i));
}

/**
 * Whether a duel without named boards needs a new board for each group. In a game that draws nothing, bots that draw nothing repeat their
 * matches.
 */
export const needsNewBoards = (game: AnyGame): boolean => game.generateBoard !== undefined && !hasKey(game);

/** After so many repetitions in turn, or more where boards and ways to sit have more combinations, nothing new is expected. */
const REPEATS_TO_STOP = 10;

/**
 * Identifies a group by all that happened in its matches: the same players in the same seats went through the same states. Undefined if
 * a record doesn't tell. Boards that are made of a seed are all different.
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

/** A board and a way to sit. Games with luck and bots that draw numbers come to other courses in the same one. */
const cellOf = (matches: readonly MatchRecord[]): string =>
  JSON.stringify(matches.map(({ board, players }) => [board, players]));

/** A group that was played. */
interface Played {
  readonly board: number;
  readonly score: number;
  readonly matches: readonly MatchRecord[];
  /** It repeated an earlier one when it was played. */
  readonly isRepeat: boolean;
}

/**
 * Plays groups until the test decides. In a game without luck, bots that draw nothing play the same again. A group that repeats an earlier
 * one exactly isn't judged, as long as none has come out otherwise in the same board and seats. If one has, chance plays a part, and all
 * groups count: to leave out those that came to the same would favour what varies.
 *
 * Several groups are played at a time, but they are judged in the order of the plan. So the workers' speeds change nothing. Groups that
 * began after the last judged group are ignored.
 *
 * @param play plays one match of a group, given by its number; a rejection ends the duel with it
 * @param ahead how many matches to have under way
 * @param onGroup after each group judged
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
    // It is examined when its turn comes, if ever.
    matches.catch(() => {});
    underWay.push(matches);
  };
  const toStop = Math.max(REPEATS_TO_STOP, Math.max(1, plan.boards) * waysOf(plan.seats, plan.fillers));
  const courses = new Map<string, string>();
  const played: Played[] = [];
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
      // The new one alone, or with all that were left out before.
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
