import * as z from 'zod';
import { markRule } from '../rounds/marks/rule.ts';
import { formatTerms, MAX_PLAYED_ON, roundTerms } from '../rounds/terms.ts';
import { hash, instant, title } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

/** The organiser's form of a round. */
export const roundForm = z.object({
  title,
  /** Submissions received by then count. */
  deadline: instant,
  /** Later submissions are late, and accepted until then; null: not accepted. */
  lateUntil: instant.nullable().default(null),
  /** Whether a late submission takes the place of one in time, or counts only for those who have none. */
  late: z.enum(['replaces', 'only without']).default('only without'),
  format: formatTerms,
  counts: z.enum(['places', 'scores']).default('places'),
  playOn: z.int().min(0).max(MAX_PLAYED_ON).default(MAX_PLAYED_ON),
  /** The ladder's order, or drawn from the secret. */
  order: z.enum(['given', 'drawn']).default('given'),
  /** Players of the game that fill tables; absent: the one that the organiser chose for qualifying, else the game's usual one. */
  fillers: z.array(z.string().max(40)).max(8).optional(),
  /** Names of the contest's boards; absent: all that are in. */
  boards: z.array(z.string().max(100)).min(1).max(100).optional(),
  marks: markRule.nullable().default(null),
});
export type RoundForm = z.infer<typeof roundForm>;

const state = z.enum(['announced', 'playing', 'played', 'published', 'cancelled']);

export const roundLine = z.object({
  number: z.int(),
  title: z.string(),
  state,
  deadline: instant,
  lateUntil: instant.nullable(),
  /** SHA-256 of the secret. */
  commitment: hash,
  /** The participants; null: it is not frozen. */
  entrants: z.int().nullable(),
  /** Matches with a result, and those that are planned so far. */
  played: z.int(),
  planned: z.int(),
});
export type RoundLine = z.infer<typeof roundLine>;

const row = z.object({
  place: z.int(),
  entrant: z.int(),
  name: z.string(),
  submission: z.int(),
  points: z.number(),
  matches: z.int(),
  playedOn: z.int(),
  out: z.int().nullable(),
  withdrew: z.int().nullable(),
  drawn: z.boolean(),
});

/** Entrants without an accepted submission: a round whose deadline is now continues without them. */
const without = z.array(z.object({ entrant: z.int(), name: z.string() }));

/** A person's mark, as the sheet of marks has it. */
const personMark = z.object({
  /** The roster's id; empty: on no roster. */
  id: z.string(),
  name: z.string(),
  /** Null: the contest has no teams, or the person is in none. */
  team: z.string().nullable(),
  /** Null: did not take part. */
  entrant: z.int().nullable(),
  place: z.int().nullable(),
  mark: z.number().nullable(),
});

const roundView = roundLine.extend({
  terms: roundTerms,
  /** Hash of the terms and of all that was frozen. */
  frozen: hash.nullable(),
  field: z.array(
    z.object({
      entrant: z.int(),
      name: z.string(),
      submission: z.int(),
      source: hash,
      module: hash,
      daysLate: z.int(),
    }),
  ),
  /** While it is announced, for those who run the contest. */
  without,
  /** Submissions that must be through before it can be frozen. */
  waitsFor: z.array(z.int()),
  /** An announced final begins then, if its deadline is earlier: late submissions or extensions run until this instant. */
  waitsUntil: instant.nullable(),
  /** People with an extension beyond the deadline. Empty for all who don't run the contest. */
  extended: z.array(z.object({ entrant: z.int(), name: z.string(), until: instant })),
  /** Matches of the contest that no one could play: an organiser has them played again, or annuls them. */
  void: z.array(z.object({ match: z.int(), inRound: z.int(), why: z.string() })),
  /** The table; before the round is published only those who run the contest see it. */
  standing: z.array(row),
  /**
   * One line per person, once a round with a rule for marks is over, for those who run the contest. When it is published, everyone
   * has their own line.
   */
  marks: z.array(personMark),
  /** Once it is published. */
  secret: hash.nullable(),
});

const revealStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cut'),
    stage: z.int(),
    table: z.int().nullable(),
    rows: z.array(z.object({ entrant: z.int(), name: z.string(), points: z.number(), stays: z.boolean() })),
    byes: z.array(z.int()),
    /** Numbers of the contest's matches. */
    playedOn: z.array(z.int()),
    drawn: z.array(z.int()),
    decisive: z.int().nullable(),
  }),
  z.object({ kind: z.literal('place'), place: z.int(), rows: z.array(row), decisive: z.int().nullable() }),
]);

/** A format as JSON: addresses have no objects. */
const formatText = z
  .string()
  .max(500)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(formatTerms);

/** A round that is not planned yet. */
export const forecast = z.object({
  /** Those with an accepted submission. */
  entrants: z.int(),
  /** Fewer than two have one: it is an example. */
  isExample: z.boolean(),
  without,
  /** Without those played on after ties. */
  matches: z.int(),
  /** Maximum number of further matches: if everyone ties at every cut. */
  playedOn: z.int(),
  /** Workers that are there. */
  workers: z.int(),
  /** Of one match on one worker: as measured, or by the limit; null: nothing limits it. */
  seconds: z.number().nullable(),
  /** Number of matches that were measured; 0: the limit is used instead. */
  measured: z.int(),
});

const ofRound = ofContest.extend({ round: number });

/** Rounds whose marks make one, and how they do. */
export const combinedRounds = z.object({
  /** Their numbers, with commas between them. */
  rounds: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,19}$/)
    .refine((text) => {
      const numbers = text.split(',').map(Number);
      return new Set(numbers).size === numbers.length;
    }, 'each round is named once'),
  take: z.enum(['best', 'last']).default('best'),
  count: z.coerce.number().int().min(1).max(100).default(1),
  absent: z.coerce.number().min(-1000).max(1000).optional(),
});

export const rounds = {
  rounds: route({
    method: 'GET',
    path: '/contests/:contest/rounds',
    needs: 'viewer',
    summary: 'The rounds of a contest.',
    params: ofContest,
    reply: z.array(roundLine),
  }),
  round: route({
    method: 'GET',
    path: '/contests/:contest/rounds/:round',
    needs: 'viewer',
    summary: 'A round: its terms, who takes part, and its table once it is published.',
    params: ofRound,
    reply: roundView,
  }),
  forecastRound: route({
    method: 'GET',
    path: '/contests/:contest/forecast',
    needs: 'owner',
    summary: 'How many matches a round of this format would have on a board, and how long one takes.',
    params: ofContest,
    query: z.object({
      format: formatText,
      board: number.optional(),
      playOn: z.coerce.number().int().min(0).max(MAX_PLAYED_ON).default(MAX_PLAYED_ON),
    }),
    reply: forecast,
  }),
  announceRound: route({
    method: 'POST',
    path: '/contests/:contest/rounds',
    needs: 'owner',
    summary: 'Announce a round: its terms are fixed, and its secret is committed to.',
    params: ofContest,
    body: roundForm,
    reply: roundView,
  }),
  changeRound: route({
    method: 'POST',
    path: '/contests/:contest/rounds/:round',
    needs: 'owner',
    summary: 'Annul a match that cannot be played, withdraw an entrant, publish a round, or cancel it.',
    params: ofRound,
    body: z.discriminatedUnion('what', [
      z.object({ what: z.literal('annul'), inRound: z.int().min(1) }),
      z.object({ what: z.literal('withdraw'), entrant: z.int().min(1) }),
      z.object({ what: z.literal('publish') }),
      z.object({ what: z.literal('cancel') }),
    ]),
    reply: done,
  }),
  reveal: route({
    method: 'GET',
    path: '/contests/:contest/rounds/:round/reveal',
    needs: 'viewer',
    summary: 'The result of a round, step by step; before it is published, only for those who run the contest.',
    params: ofRound,
    reply: z.array(revealStep),
  }),
  exportRound: route({
    method: 'GET',
    path: '/contests/:contest/rounds/:round/export',
    needs: 'viewer',
    summary:
      'A round that `ludus round verify` works out again; before it is published only for those who run the contest.',
    params: ofRound,
    query: z.object({ modules: z.enum(['0', '1']).default('0'), names: z.enum(['0', '1']).default('0') }),
    type: 'application/x-ndjson',
  }),
  marks: route({
    method: 'GET',
    path: '/contests/:contest/marks',
    needs: 'observer',
    summary: 'Marks of one round or of several, as CSV with the ids of the roster.',
    params: ofContest,
    query: combinedRounds.extend({
      delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
      decimal: z.enum(['point', 'comma']).default('point'),
    }),
    type: 'text/csv',
  }),
};
