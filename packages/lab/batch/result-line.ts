import { FAULTS } from '@ludus/game/game.ts';
import { isName, NAME_RULE } from '@ludus/game/names.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import * as z from 'zod/mini';
import { LAB_PROBLEMS } from '../problems.ts';

/** One match in a `results.jsonl`, with names instead of indices. docs/formats.md describes the file for readers. */
export const resultLine = z.object({
  game: z.string(),
  /** The revision of the game's rules; absent for the first. */
  revision: z.optional(z.string()),
  /** The match's id in its run. */
  match: z.string(),
  board: z.string(),
  seed: z.int(),
  /** The players' names by seat. All lists in this file are by seat. */
  players: z.array(z.string().check(z.refine(isName, NAME_RULE))),
  /** The version of each player: a hash of its files. */
  fingerprints: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]*$/)))),
  /**
   * A hash of everything that determines the match, apart from its seed and its players: the board's text, the budget,
   * the limits, and the luck.
   */
  setting: z.optional(z.string().check(z.regex(/^[0-9a-f]*$/))),
  /** Seats whose players only filled empty seats. Their results don't count. */
  standIns: z.optional(z.array(z.int().check(z.nonnegative()))),
  /** The team of each seat, in games where seats play together. */
  teams: z.optional(z.array(z.int().check(z.nonnegative()))),
  scores: z.array(z.number()),
  /**
   * By seat: the share (0 to 1) of the other places that are below the seat's place. A player that failed is placed
   * below all others.
   */
  shares: z.array(z.number().check(z.minimum(0), z.maximum(1))),
  reason: z.string(),
  rounds: z.int(),
  /** The first round from which the winner stayed in front. */
  decided: z.int(),
  /** The share of the budget (0 to 1) that each player used. */
  used: z.array(z.number()),
  faults: z.array(z.object({ seat: z.int(), round: z.int(), fault: z.enum(FAULTS), sentence: z.string() })),
  /** The key of the match, if users' bots played a game with hidden information. */
  key: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** The reason why the match has no result; absent if it has one. */
  failure: z.optional(z.string()),
});
export type ResultLine = z.infer<typeof resultLine>;

/** Reads a `results.jsonl`; the problem names the line. */
export function readResults(text: string): Result<ResultLine[]> {
  const lines: ResultLine[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = resultLine.safeParse(parse(line));
    if (!read.success) {
      const { path, message } = read.error.issues[0];
      const where = path.length === 0 ? '' : ` (${path.join('.')}: ${message})`;
      return fail({ ...problemOf(LAB_PROBLEMS, 'results/line', where), line: i + 1 });
    }
    const { players, scores, shares, used, failure, fingerprints = players, teams = players } = read.data;
    if (teams.length !== players.length)
      return fail({ ...problemOf(LAB_PROBLEMS, 'results/seats', 'teams'), line: i + 1 });
    if (fingerprints.length !== players.length)
      return fail({ ...problemOf(LAB_PROBLEMS, 'results/seats', 'fingerprints'), line: i + 1 });
    if (failure === undefined && [scores, shares, used].some((list) => list.length !== players.length))
      return fail({ ...problemOf(LAB_PROBLEMS, 'results/seats', 'players, scores, shares, and used'), line: i + 1 });
    lines.push(read.data);
  }
  return ok(lines);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * A key that identifies a match across runs. Older results have no fingerprints. They belong to the same match if their
 * scores are also the same.
 */
export function matchKey({ game, board, seed, players, fingerprints, setting, scores }: ResultLine): string {
  const what = setting === undefined || fingerprints === undefined ? { scores } : { fingerprints, setting };
  return JSON.stringify([game, board, seed, players, what]);
}
