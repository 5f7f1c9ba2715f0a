import * as z from 'zod';
import { markRule } from '../rounds/marks/rule.ts';
import { formatTerms, MAX_PLAYED_ON, roundTerms } from '../rounds/terms.ts';
import { hash, instant, title } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

/** The form for announcing a round. */
export const roundForm = z.object({
  title,
  /** Submissions that are received up to this time take part. */
  deadline: instant,
  /** The end of the time for late submissions; null: none are accepted. */
  lateUntil: instant.nullable().default(null),
  /**
   * Whether a late submission replaces an earlier submission, or is used only for entrants with no submission in time.
   */
  late: z.enum(['replaces', 'only without']).default('only without'),
  format: formatTerms,
  counts: z.enum(['places', 'scores']).default('places'),
  playOn: z.int().min(0).max(MAX_PLAYED_ON).default(MAX_PLAYED_ON),
  /** Whether the entrants' order comes from the ladder, or is drawn from the secret. */
  order: z.enum(['given', 'drawn']).default('given'),
  /**
   * The built-in bots that fill tables; absent: the bot that the organiser chose for qualifying, otherwise the game's
   * default.
   */
  fillers: z.array(z.string().max(40)).max(8).optional(),
  /** Names of the contest's boards; absent: all accepted boards. */
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
  /** The SHA-256 of the secret. */
  commitment: hash,
  /** Number of participants; null: the round isn't frozen yet. */
  entrants: z.int().nullable(),
  /** Number of matches with a result, and number of matches planned so far. */
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

/** Entrants without an accepted submission, who wouldn't take part in the round if the deadline were now. */
const without = z.array(z.object({ entrant: z.int(), name: z.string() }));

/** A person's mark, with the same data as in the exported marks. */
const personMark = z.object({
  /** The person's roster id; empty: the person isn't on a roster. */
  id: z.string(),
  name: z.string(),
  /** The team's name; null: the contest has no teams, or the person isn't in a team. */
  team: z.string().nullable(),
  /** The entrant's number; null: the person didn't take part. */
  entrant: z.int().nullable(),
  place: z.int().nullable(),
  mark: z.number().nullable(),
});

const roundView = roundLine.extend({
  terms: roundTerms,
  /** The hash of the terms and all frozen data. */
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
  /** The entrants without an accepted submission. Only the contest's staff see them, while the round is announced. */
  without,
  /** Submissions that must be processed before the round can be frozen. */
  waitsFor: z.array(z.int()),
  /**
   * The earliest start of an announced final that may include submissions after its deadline; null: the final starts at
   * its deadline.
   */
  waitsUntil: instant.nullable(),
  /** Entrants with an extension beyond the deadline. Empty for everyone except the contest's staff. */
  extended: z.array(z.object({ entrant: z.int(), name: z.string(), until: instant })),
  /** The void matches. An organiser has each void match played again, or annuls the match. */
  void: z.array(z.object({ match: z.int(), inRound: z.int(), why: z.string() })),
  /** The table. Before the round is published, only the contest's staff see it. */
  standing: z.array(row),
  /**
   * After a round with a rule for marks, the contest's staff see one line per person. After the round is published,
   * each person sees only their own line.
   */
  marks: z.array(personMark),
  /** The secret; null until the round is published. */
  secret: hash.nullable(),
});

const revealStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cut'),
    stage: z.int(),
    table: z.int().nullable(),
    rows: z.array(z.object({ entrant: z.int(), name: z.string(), points: z.number(), stays: z.boolean() })),
    byes: z.array(z.int()),
    /** The tie-break matches, by their numbers in the contest. */
    playedOn: z.array(z.int()),
    drawn: z.array(z.int()),
    decisive: z.int().nullable(),
  }),
  z.object({ kind: z.literal('place'), place: z.int(), rows: z.array(row), decisive: z.int().nullable() }),
]);

/** A format as JSON, since query parameters can't contain objects. */
const formatText = z
  .string()
  .max(500)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'the format must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(formatTerms);

/** A forecast for a round that isn't planned yet. */
export const forecast = z.object({
  /** Number of entrants with an accepted submission. */
  entrants: z.int(),
  /** Whether this is an example, since fewer than two entrants have a submission. */
  isExample: z.boolean(),
  without,
  /** Number of matches, without tie-breaks. */
  matches: z.int(),
  /** Maximum number of tie-break matches, if everyone ties at every cut. */
  playedOn: z.int(),
  /** Number of active workers. */
  workers: z.int(),
  /** Seconds that one worker needs for a match: the measured time, otherwise the time limit; null: neither is known. */
  seconds: z.number().nullable(),
  /** Number of measured matches; 0: the time limit is used instead. */
  measured: z.int(),
});

const ofRound = ofContest.extend({ round: number });

/** The rounds whose marks are combined, and the rule for combining them. */
export const combinedRounds = z.object({
  /** The rounds' numbers, separated by commas. */
  rounds: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,19}$/)
    .refine((text) => {
      const numbers = text.split(',').map(Number);
      return new Set(numbers).size === numbers.length;
    }, 'each final may be listed only once'),
  take: z.enum(['best', 'last']).default('best'),
  count: z.coerce.number().int().min(1).max(100).default(1),
  absent: z.coerce.number().min(-1000).max(1000).optional(),
});

export const rounds = {
  rounds: route({
    method: 'GET',
    path: '/contests/:contest/rounds',
    needs: 'viewer',
    summary: 'List a contest’s finals.',
    params: ofContest,
    reply: z.array(roundLine),
  }),
  round: route({
    method: 'GET',
    path: '/contests/:contest/rounds/:round',
    needs: 'viewer',
    summary: 'Return a final: its terms, its entrants, and its result once it is published.',
    params: ofRound,
    reply: roundView,
  }),
  forecastRound: route({
    method: 'GET',
    path: '/contests/:contest/forecast',
    needs: 'owner',
    summary: 'Return the number of matches in a final of this format on a board, and the duration of a match.',
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
    summary: 'Plan a final: publish its terms and the commitment to its secret.',
    params: ofContest,
    body: roundForm,
    reply: roundView,
  }),
  changeRound: route({
    method: 'POST',
    path: '/contests/:contest/rounds/:round',
    needs: 'owner',
    summary: 'Annul a void match, withdraw an entrant, publish a final, or cancel it.',
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
    summary: 'Return a final’s result step by step. Before it is published, only staff can see it.',
    params: ofRound,
    reply: z.array(revealStep),
  }),
  exportRound: route({
    method: 'GET',
    path: '/contests/:contest/rounds/:round/export',
    needs: 'viewer',
    summary: 'Return a final’s export for `ludus round verify`. Before the result is published, only staff can see it.',
    params: ofRound,
    query: z.object({ modules: z.enum(['0', '1']).default('0'), names: z.enum(['0', '1']).default('0') }),
    type: 'application/x-ndjson',
  }),
  marks: route({
    method: 'GET',
    path: '/contests/:contest/marks',
    needs: 'observer',
    summary: 'Return the marks of one or more finals as CSV with the roster’s ids.',
    params: ofContest,
    query: combinedRounds.extend({
      delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
      decimal: z.enum(['point', 'comma']).default('point'),
    }),
    type: 'text/csv',
  }),
};
