import { FAULTS } from '@ludus/game/game.ts';
import { isName, NAME_RULE } from '@ludus/game/names.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import * as z from 'zod/mini';
import { LAB_PROBLEMS } from '../problems.ts';

/** One match in a `results.jsonl`, names instead of indices. docs/formats.md describes it for people. */
export const resultLine = z.object({
  game: z.string(),
  /** The revision of the game's rules; the first without it. */
  revision: z.optional(z.string()),
  /** The match's id in its run. */
  match: z.string(),
  board: z.string(),
  seed: z.int(),
  /** By seat, like all lists here. */
  players: z.array(z.string().check(z.refine(isName, NAME_RULE))),
  /** The version of each player: a hash of its files. */
  fingerprints: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]*$/)))),
  /** A hash of what else decides the match: the board's text, budget, limits, luck. */
  setting: z.optional(z.string().check(z.regex(/^[0-9a-f]*$/))),
  /** Seats whose players only filled the table: what they reached counts for no one. */
  standIns: z.optional(z.array(z.int().check(z.nonnegative()))),
  /** The team of each seat, where seats play together. */
  teams: z.optional(z.array(z.int().check(z.nonnegative()))),
  scores: z.array(z.number()),
  /** Shares (0…1) of the places below; who failed stands below all others. */
  shares: z.array(z.number().check(z.minimum(0), z.maximum(1))),
  reason: z.string(),
  rounds: z.int(),
  /** The round from which on the winner was in front. */
  decided: z.int(),
  /** The share of its budget that each used. */
  used: z.array(z.number()),
  faults: z.array(z.object({ seat: z.int(), round: z.int(), fault: z.enum(FAULTS), sentence: z.string() })),
  /** The key of the match, if bots of users played a game with hidden information. */
  key: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Why there is no result. */
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
      return fail({ ...problemOf(LAB_PROBLEMS, 'results/seats', 'players, scores, shares and used'), line: i + 1 });
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
 * The same match, in whatever run it was played, has the same key. Results from before there were fingerprints are the same match when
 * they came out alike.
 */
export function matchKey({ game, board, seed, players, fingerprints, setting, scores }: ResultLine): string {
  const what = setting === undefined || fingerprints === undefined ? { scores } : { fingerprints, setting };
  return JSON.stringify([game, board, seed, players, what]);
}
