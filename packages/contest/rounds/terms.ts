import { teamsProblem } from '@ludus/game/teams.ts';
import * as z from 'zod';
import { factors, language } from '../words.ts';
import { markRule } from './marks/rule.ts';

/**
 * The terms of a round: all of the organiser's decisions before the deadline. They are published with the commitment
 * and are a part of every match's key, so they can't be changed afterwards.
 */

const count = z.int().min(1).max(10_000);
/** Number of matches per player in a stage. */
const matches = z.int().min(1).max(400);

/**
 * The format of a round. A number of matches is rounded up so that each player has every seat the same number of times.
 */
export const formatTerms = z.discriminatedUnion('kind', [
  z.strictObject({
    /**
     * The course's own format: all active players play, and the last players are eliminated, until one player is left.
     */
    kind: z.literal('last-out'),
    /** Number of matches that each player plays before some players are eliminated. */
    matches,
    /** Minimum number of players eliminated per stage. */
    out: count,
    /** In a large field, more players may be eliminated: this percentage of the active players, rounded down. */
    outPercent: z.int().min(0).max(50),
  }),
  z.strictObject({
    /** In matches of two, a table's loser is eliminated. In larger matches, the worse half of a table is eliminated. */
    kind: z.literal('knock-out'),
    /** Number of matches at each table. */
    matches,
    /** Number of losses after which an entrant is eliminated. */
    lives: z.union([z.literal(1), z.literal(2)]),
  }),
  z.strictObject({
    /**
     * In matches of two, all pairs play. In larger matches, enough matches are played that all players can have met.
     */
    kind: z.literal('round-robin'),
    /**
     * In matches of two, the number of matches that each pair plays. In larger matches, the minimum number of matches
     * per player; all players meet in any case.
     */
    matches,
    /** If entrants tie for one of this number of first places, they play tie-break matches. */
    decides: count,
  }),
  z.strictObject({
    /** Players with similar results meet. */
    kind: z.literal('swiss'),
    stages: z.int().min(1).max(100),
    /** Number of matches at each table. */
    matches,
    decides: count,
  }),
]);
export type FormatTerms = z.infer<typeof formatTerms>;

/** Maximum number of tie-break matches per player who ties at a cut. */
export const MAX_PLAYED_ON = 20;

export const roundTerms = z.strictObject({
  game: z.string().min(1).max(40),
  /** The id of the rules' revision; absent: the first revision. */
  revision: z.string().min(1).max(40).exactOptional(),
  /** Number of entrants in a match: one per seat, or one per team. */
  seats: z.int().min(2).max(8),
  /** The team of each seat. Teams are numbered from 0 in the order of their first seats. Absent: there are no teams. */
  teams: z
    .array(z.int().min(0))
    .max(16)
    .refine((teams) => teamsProblem(teams, teams.length) === undefined, 'the sides are not valid')
    .exactOptional(),
  /** The boards. Deals use the boards in turn, one board per deal. */
  boards: z
    .array(z.strictObject({ name: z.string().min(1).max(100), text: z.string().max(1_000_000) }))
    .min(1)
    .max(100)
    .refine(
      (boards) => new Set(boards.map(({ name }) => name)).size === boards.length,
      'two boards have the same name',
    ),
  /** A player's fuel in seconds. */
  seconds: z.number().positive().max(60),
  /** By language: the factor by which the fuel of a submission in this language is multiplied; absent: no factors. */
  factors: factors.exactOptional(),
  /** The identity of the engine that plays the round. */
  engine: z.string().max(200),
  format: formatTerms,
  /** The scoring of a match: by the share of the other players that a player left behind, or by the game's score. */
  counts: z.enum(['places', 'scores']),
  /**
   * Maximum number of tie-break matches per player at a cut. If players still tie after these matches, the secret
   * decides.
   */
  playOn: z.int().min(0).max(MAX_PLAYED_ON),
  /** If a format needs an order of strength: the given order (the ladder's), or an order drawn from the secret. */
  order: z.enum(['given', 'drawn']),
  /** Built-in bots that fill incomplete tables; if there are none, the last eliminated players fill them. */
  fillers: z.array(z.string().min(1).max(40)).max(8),
  /** The rule for marks; null: no marks. */
  marks: markRule.nullable(),
});
export type RoundTerms = z.infer<typeof roundTerms>;

/** A participant with the submission that plays. */
export const frozenEntrant = z.strictObject({
  entrant: z.int().min(1),
  submission: z.int().min(1),
  /** The SHA-256 of the submitted file, and of the module that it was compiled to. */
  source: z.string().regex(/^[0-9a-f]{64}$/),
  module: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of days after the deadline, rounded up; 0: in time. */
  daysLate: z.int().min(0).max(10_000),
  /** The submission's language, if the terms have factors. */
  language: language.exactOptional(),
});
export type FrozenEntrant = z.infer<typeof frozenEntrant>;
