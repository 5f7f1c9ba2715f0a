import * as z from 'zod';
import { frozenEntrant, roundTerms } from '../terms.ts';

/**
 * The lines of a round's export, one JSON value each. Their order: the head, participants, withdrawals, modules, matches, the
 * table, names, the end. For a description, see docs/formats.md.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const count = z.int().min(0);

export const headLine = z.strictObject({
  ludus: z.literal('round'),
  version: z.literal(1),
  terms: roundTerms,
  /** Published before the deadline: the SHA-256 of the secret. */
  commitment: hash,
  secret: hash,
  /** The hash of terms and entrants that goes into each key. */
  frozen: hash,
});

/** In the order of the list, strongest first. */
const entrantLine = z.strictObject({ kind: z.literal('entrant'), ...frozenEntrant.shape });

/** Drawn without from this stage on (from 1). */
export const withdrawalLine = z.strictObject({
  kind: z.literal('withdrawal'),
  entrant: z.int().min(1),
  stage: z.int().min(1),
});

/** By hash, ascending; there may be all of them, or some, or none. */
export const moduleLine = z.strictObject({ kind: z.literal('module'), sha256: hash, base64: z.string() });

/** By number. */
export const matchLine = z.strictObject({
  kind: z.literal('match'),
  match: z.int().min(1),
  board: z.string(),
  key: hash,
  /** Submissions by seat; below 0 a filler of the terms, −1 the first. */
  seats: z.array(z.int()),
  /** null: annulled, it counts for no one. */
  result: z
    .strictObject({
      /** The game's scores by seat. */
      scores: z.array(z.number()),
      /** The seats that were taken out, ascending. */
      out: z.array(count),
      /** The SHA-256 of the replay's text; null if it is not kept any longer. */
      replay: hash.nullable(),
    })
    .nullable(),
  /** The match as a compact replay or as its replay; null: not kept. */
  text: z.string().nullable(),
  /** The SHA-256 of that text: a compact replay says more than its replay. */
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
  /** By the rule of the terms; null without one. */
  mark: z.number().nullable(),
});

/** Only in an organiser's export, for a reveal without the server. No part of the round follows from it. */
export const namesLine = z.strictObject({
  kind: z.literal('names'),
  /** The contest's short name and title, and the round's title. */
  slug: z.string().min(1).max(100),
  contest: z.string().max(200),
  title: z.string().max(200),
  /** By entrant, ascending. */
  names: z.array(z.strictObject({ entrant: z.int().min(1), name: z.string().min(1).max(200) })),
});

/** The SHA-256 of all lines before, each with its line end. */
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

/** A round's export as it was read: well formed, and nothing of it is believed yet. */
export interface RoundExport {
  readonly head: HeadLine;
  readonly entrants: readonly z.infer<typeof frozenEntrant>[];
  readonly withdrawals: readonly WithdrawalLine[];
  readonly modules: readonly ModuleLine[];
  readonly matches: readonly MatchLine[];
  readonly standings: readonly StandingLine[];
  readonly names?: NamesLine | undefined;
}
