import { teamsProblem } from '@ludus/game/teams.ts';
import * as z from 'zod';
import { factors, language } from '../words.ts';
import { markRule } from './marks/rule.ts';

/**
 * The terms of a round: all that an organiser says about it before the deadline. They are published with the commitment and go
 * into every match's key, so that no one can change them afterwards.
 */

const count = z.int().min(1).max(10_000);
/** Of one player in one stage. */
const matches = z.int().min(1).max(400);

/** How a round goes. A number of matches is rounded up so that everyone sits in every seat equally often. */
export const formatTerms = z.discriminatedUnion('kind', [
  z.strictObject({
    /** The course's own: everyone still in plays, the last are out, until one is left. */
    kind: z.literal('last-out'),
    /** Matches that everyone plays before some are out. */
    matches,
    /** How many go at once, at least. */
    out: count,
    /** While many are left, more may go at once: this percentage of those still in, rounded down. */
    outPercent: z.int().min(0).max(50),
  }),
  z.strictObject({
    /** Two seats: the loser of a table is out; more: the worse half. */
    kind: z.literal('knock-out'),
    /** Matches at each table. */
    matches,
    /** Number of losses after which an entrant is out. */
    lives: z.union([z.literal(1), z.literal(2)]),
  }),
  z.strictObject({
    /** Everyone against everyone, or, with more than two seats, so many matches that all can have met. */
    kind: z.literal('round-robin'),
    /** Two seats: matches of each pair; more: matches that everyone plays, at least so many that all meet. */
    matches,
    /** Ties for the first this many places get tie-break matches. */
    decides: count,
  }),
  z.strictObject({
    /** Those meet who stand alike. */
    kind: z.literal('swiss'),
    stages: z.int().min(1).max(100),
    /** Matches at each table. */
    matches,
    decides: count,
  }),
]);
export type FormatTerms = z.infer<typeof formatTerms>;

/** Most matches that those who tie at a cut play on, each of them. */
export const MAX_PLAYED_ON = 20;

export const roundTerms = z.strictObject({
  game: z.string().min(1).max(40),
  /** The revision of the game's rules, by id; the first without it. */
  revision: z.string().min(1).max(40).exactOptional(),
  /** Entrants in a match: one per seat, or with teams one per team. */
  seats: z.int().min(2).max(8),
  /** The team of each seat, numbered from 0 in the order of their first seats; absent if each seat plays for itself. */
  teams: z
    .array(z.int().min(0))
    .max(16)
    .refine((teams) => teamsProblem(teams, teams.length) === undefined, 'these are no teams')
    .exactOptional(),
  /** Each deal is played on the next one. */
  boards: z
    .array(z.strictObject({ name: z.string().min(1).max(100), text: z.string().max(1_000_000) }))
    .min(1)
    .max(100)
    .refine((boards) => new Set(boards.map(({ name }) => name)).size === boards.length, 'two boards have one name'),
  /** Seconds of fuel that a player has. */
  seconds: z.number().positive().max(60),
  /** By language of a submission: its player has so many times the seconds; absent: all have the same. */
  factors: factors.exactOptional(),
  /** The identity of the engine that plays it. */
  engine: z.string().max(200),
  format: formatTerms,
  /** The score of a match: a share for each player placed below, or the game's score. */
  counts: z.enum(['places', 'scores']),
  /** Maximum number of further matches for ties at a cut; then the secret draws. */
  playOn: z.int().min(0).max(MAX_PLAYED_ON),
  /** Which player counts as stronger if a format needs it: the given order (the ladder's), or drawn from the secret. */
  order: z.enum(['given', 'drawn']),
  /** Players of the game that fill tables which are not full; without any, those who went out last do. */
  fillers: z.array(z.string().min(1).max(40)).max(8),
  /** How the places become marks; null: they do not. */
  marks: markRule.nullable(),
});
export type RoundTerms = z.infer<typeof roundTerms>;

/** Someone who takes part, with the one submission that does. */
export const frozenEntrant = z.strictObject({
  entrant: z.int().min(1),
  submission: z.int().min(1),
  /** SHA-256 of what was sent in, and of the module that it was compiled to. */
  source: z.string().regex(/^[0-9a-f]{64}$/),
  module: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whole days after the deadline, begun ones counted; 0: in time. */
  daysLate: z.int().min(0).max(10_000),
  /** Of what was sent in, if the terms have factors. */
  language: language.exactOptional(),
});
export type FrozenEntrant = z.infer<typeof frozenEntrant>;
