import * as z from 'zod';
import { frozenEntrant, roundTerms } from '../terms.ts';

/**
 * The lines of a round's export, one JSON value each. Their order: the head, participants, withdrawals, modules,
 * matches, the table, names, and the end. For a description, see docs/formats.md.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const count = z.int().min(0);

export const headLine = z.strictObject({
  ludus: z.literal('round'),
  version: z.literal(1),
  terms: roundTerms,
  /** The secret's SHA-256, which is published before the deadline. */
  commitment: hash,
  secret: hash,
  /** The hash of the terms and entrants. Each match's key is derived from this hash and other values. */
  frozen: hash,
});

/** A participant. These lines are in the order of the list, strongest first. */
const entrantLine = z.strictObject({ kind: z.literal('entrant'), ...frozenEntrant.shape });

/** A withdrawal: the entrant doesn't play from this stage on (counted from 1). */
export const withdrawalLine = z.strictObject({
  kind: z.literal('withdrawal'),
  entrant: z.int().min(1),
  stage: z.int().min(1),
});

/** A module. These lines are sorted by hash; an export may contain all modules, some, or none. */
export const moduleLine = z.strictObject({ kind: z.literal('module'), sha256: hash, base64: z.string() });

/** A match. These lines are sorted by number. */
export const matchLine = z.strictObject({
  kind: z.literal('match'),
  match: z.int().min(1),
  board: z.string(),
  key: hash,
  /** By seat: the submission's number, or a negative number for a filler of the terms (−1 for the first). */
  seats: z.array(z.int()),
  /** null: the match was annulled, so it doesn't count. */
  result: z
    .strictObject({
      /** By seat: the game's score. */
      scores: z.array(z.number()),
      /** The seats of disqualified players, ascending. */
      out: z.array(count),
      /** The SHA-256 of the replay's text; null if the replay was deleted. */
      replay: hash.nullable(),
    })
    .nullable(),
  /** The match as a compact replay or a full replay; null: the replay was deleted. */
  text: z.string().nullable(),
  /** The SHA-256 of `text`. The replay's hash isn't enough, since a compact replay contains more than the replay. */
  sum: hash.nullable(),
});

export const standingLine = z.strictObject({
  kind: z.literal('standing'),
  place: z.int().min(1),
  entrant: z.int().min(1),
  submission: z.int().min(1),
  points: z.number(),
  matches: count,
  playedOn: count,
  out: z.int().min(1).nullable(),
  withdrew: z.int().min(1).nullable(),
  drawn: z.boolean(),
  /** The mark, as computed by the rule in the terms; null if the terms have no rule. */
  mark: z.number().nullable(),
});

/**
 * The names for a reveal without the server. Only an organiser's export has this line, and no other line depends on it.
 */
export const namesLine = z.strictObject({
  kind: z.literal('names'),
  /** The contest's short name and title, and the round's title. */
  slug: z.string().min(1).max(100),
  contest: z.string().max(200),
  title: z.string().max(200),
  /** The entrants' names, sorted by entrant. */
  names: z.array(z.strictObject({ entrant: z.int().min(1), name: z.string().min(1).max(200) })),
});

/** The SHA-256 of all previous lines, each with its line ending. */
const endLine = z.strictObject({ kind: z.literal('end'), lines: count, sha256: hash });

export const anyLine = z.discriminatedUnion('kind', [
  entrantLine,
  withdrawalLine,
  moduleLine,
  matchLine,
  standingLine,
  namesLine,
  endLine,
]);

export type HeadLine = z.infer<typeof headLine>;
export type WithdrawalLine = z.infer<typeof withdrawalLine>;
export type ModuleLine = z.infer<typeof moduleLine>;
export type MatchLine = z.infer<typeof matchLine>;
export type StandingLine = z.infer<typeof standingLine>;
export type NamesLine = z.infer<typeof namesLine>;

/** The content of a round's export: well formed, but not verified. */
export interface RoundExport {
  readonly head: HeadLine;
  readonly entrants: readonly z.infer<typeof frozenEntrant>[];
  readonly withdrawals: readonly WithdrawalLine[];
  readonly modules: readonly ModuleLine[];
  readonly matches: readonly MatchLine[];
  readonly standings: readonly StandingLine[];
  readonly names?: NamesLine | undefined;
}
