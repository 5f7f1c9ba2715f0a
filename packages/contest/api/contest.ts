import * as z from 'zod';
import {
  DEFAULT_QUALIFY,
  factors,
  instant,
  language,
  MOST_MEMBERS,
  qualify,
  SECONDS,
  slug,
  standing,
  title,
} from '../words.ts';
import { number, route } from './route.ts';

export const ofContest = z.object({ contest: slug });

export const gameOffer = z.object({
  id: z.string(),
  title: z.string(),
  /** How many players matches may have. */
  seats: z.array(z.int()),
  boards: z.array(z.object({ name: z.string(), seats: z.int() })),
  /** The game makes boards of seeds. */
  generates: z.boolean(),
  /** Players that come with it, the weakest first. */
  builtins: z.array(z.string()),
  /** The built-in player that must be beaten to qualify, if the organiser chooses no other. */
  gatekeeper: z.string(),
  languages: z.array(language),
  /** Seconds of a match or of a move. */
  seconds: z.number(),
  per: z.enum(['match', 'move']),
  /** The revisions of its rules, by id, the usual one first; none where there is only one. */
  revisions: z.array(z.string()),
});

const eachOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;

/** The organiser's form. */
const fields = z.object({
  slug,
  title,
  game: z.string().max(40),
  /** The revision of the game's rules, by id; without it the first one. */
  revision: z.string().max(40).exactOptional(),
  /** Names of boards that come with the game. */
  boards: z.array(z.string().max(60)).min(1).max(100).refine(eachOnce, 'each board is named once'),
  languages: z.array(language).min(1).refine(eachOnce, 'each language is named once'),
  opens: instant.nullable(),
  closes: instant.nullable(),
  /** Seconds of fuel; null: as the game has it. */
  seconds: z.number().min(SECONDS.least).max(SECONDS.most).nullable(),
  /** By language: its bots have so many times the seconds; absent: all have the same. */
  factors: factors.exactOptional(),
  qualify,
  /** At most so many submissions of an entrant in an hour. */
  perHour: z.int().min(1).max(1000),
  /** Teams: at most so many people are one entrant; absent: one. */
  teamSize: z.int().min(1).max(MOST_MEMBERS).exactOptional(),
  /** Everyone may watch; else only who takes part. */
  open: z.boolean(),
  /** Those who only watch see real names; absent: they see `entrant 7` instead, or the name that a team has chosen. */
  realNames: z.boolean().exactOptional(),
  /** A person who joins by the class code waits for an organiser's approval, unless the roster has the name. */
  approval: z.boolean(),
  /** The share (0…1) of matches that two workers play, to see whether they agree. */
  twice: z.number().min(0).max(1),
});

/** Defaults of a new contest. */
export const contestForm = fields.extend({
  languages: fields.shape.languages.default(['cpp', 'typescript', 'javascript', 'python', 'rust', 'module']),
  opens: fields.shape.opens.default(null),
  closes: fields.shape.closes.default(null),
  seconds: fields.shape.seconds.default(null),
  qualify: fields.shape.qualify.default(DEFAULT_QUALIFY),
  perHour: fields.shape.perHour.default(12),
  open: fields.shape.open.default(true),
  approval: fields.shape.approval.default(false),
  twice: fields.shape.twice.default(0.05),
});

/** The settings that may be changed later; missing ones stay unchanged. */
export const contestPatch = fields
  .omit({ slug: true, game: true, revision: true })
  .partial()
  .extend({
    /** The ladder pauses after this batch; null: it continues. */
    until: z.int().min(0).max(2_147_483_647).nullable().optional(),
  });
export type ContestForm = z.infer<typeof contestForm>;

const contestState = z.enum(['planned', 'open', 'frozen', 'closed']);
export const contest = fields.extend({
  id: number,
  state: contestState,
  gameTitle: z.string(),
  /** The built-in player that must be beaten to qualify. */
  gatekeeper: z.string(),
  entrants: z.int(),
  /** Matches played, and those that wait. */
  matches: z.int(),
  waiting: z.int(),
  batch: z.int(),
  /** The ladder rests after this batch. */
  until: z.int().nullable(),
  created: instant,
  /** Since when it is archived; null: it is not. */
  archived: instant.nullable(),
  /** Only owners and assistants see it. */
  code: z.string().optional(),
  /** Whether it has an owner. Only those who run it see that. */
  owned: z.boolean().optional(),
});
export type Contest = z.infer<typeof contest>;

const entrantLine = z.object({
  number: z.int(),
  name: z.string(),
  group: z.string().nullable(),
  live: z.int().nullable(),
  approved: z.boolean(),
  /** Until when it may submit, after everyone else's end. Only those who run the contest see it. */
  closes: instant.nullable().optional(),
  /** Its people; none: it was withdrawn or deleted. Only those who run the contest see them. */
  members: z.array(z.object({ person: number, name: z.string() })).optional(),
  /** The name that a team has chosen. Only those who run the contest see it apart. */
  chosen: z.string().nullable().optional(),
});

export const ladderReply = z.object({
  /** The results that the table rests on: as of this batch. */
  batch: z.int(),
  at: instant,
  rows: z.array(standing),
  /** Entrants without a live version yet. */
  without: z.array(z.object({ entrant: z.int(), name: z.string() })),
  /** How many there are of both, where only a part was asked for. */
  total: z.object({ rows: z.int(), without: z.int() }),
  /** Matches wait and no worker was seen for a minute. */
  noWorker: z.boolean(),
});
export type LadderReply = z.infer<typeof ladderReply>;

const announcement = z.object({ id: number, at: instant, text: z.string() });

export const contests = {
  health: route({
    method: 'GET',
    path: '/health',
    needs: 'public',
    summary: 'Whether server and database answer.',
    reply: z.object({ ok: z.literal(true), version: z.string(), now: instant }),
  }),
  games: route({
    method: 'GET',
    path: '/games',
    needs: 'public',
    summary: 'The games that contests can be about.',
    reply: z.array(gameOffer),
  }),
  contests: route({
    method: 'GET',
    path: '/contests',
    needs: 'public',
    summary: 'The contests that who asks may see.',
    reply: z.array(contest),
  }),
  contest: route({
    method: 'GET',
    path: '/contests/:contest',
    needs: 'viewer',
    summary: 'One contest.',
    params: ofContest,
    reply: contest,
  }),
  ladder: route({
    method: 'GET',
    path: '/contests/:contest/ladder',
    needs: 'viewer',
    summary: 'The table, or a part of it.',
    params: ofContest,
    query: z.object({
      /** The first line that is wanted, from 1. */
      from: number.min(1).default(1),
      /** Maximum number of lines; without it, all. */
      limit: number.min(1).max(1000).optional(),
    }),
    reply: ladderReply,
  }),
  entrants: route({
    method: 'GET',
    path: '/contests/:contest/entrants',
    needs: 'viewer',
    summary: 'The entrants.',
    params: ofContest,
    reply: z.array(entrantLine),
  }),
  entrant: route({
    method: 'GET',
    path: '/contests/:contest/entrants/:entrant',
    needs: 'viewer',
    summary: 'The page of an entrant: its versions that played, and the history of its place.',
    params: ofContest.extend({ entrant: number }),
    reply: entrantLine.extend({
      versions: z.array(z.object({ number: z.int(), since: instant, until: instant.nullable(), games: z.int() })),
      history: z.array(z.object({ batch: z.int(), at: instant, place: z.int(), rating: z.number() })),
    }),
  }),
  wins: route({
    method: 'GET',
    path: '/contests/:contest/wins',
    needs: 'viewer',
    summary: 'How often each live version was in front of each other one.',
    params: ofContest,
    reply: z.object({
      /** As on the ladder, the best first. */
      entrants: z.array(z.object({ entrant: z.int(), name: z.string() })),
      /** ahead[i][j]: matches in which i was in front of j; a tie counts half. */
      ahead: z.array(z.array(z.number())),
      /** met[i][j]: matches of both. */
      met: z.array(z.array(z.number())),
    }),
  }),
  announcements: route({
    method: 'GET',
    path: '/contests/:contest/announcements',
    needs: 'viewer',
    summary: 'The organiser’s announcements, newest first.',
    params: ofContest,
    reply: z.array(announcement),
  }),
  boards: route({
    method: 'GET',
    path: '/contests/:contest/boards',
    needs: 'viewer',
    summary: 'The boards that are played on, and one’s own that were sent in.',
    params: ofContest,
    reply: z.array(
      z.object({
        id: number,
        name: z.string(),
        seats: z.int(),
        /** The team of each seat; null: each seat plays for itself. */
        teams: z.array(z.int()).nullable(),
        state: z.enum(['in', 'sent', 'refused']),
        /** Its submitter; null: it is built in. */
        from: z.string().nullable(),
        /** Of one that was sent in: what built-in players find (boards/check-board.ts), or `why` they find nothing; null: not tried yet. */
        report: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
  board: route({
    method: 'GET',
    path: '/contests/:contest/boards/:board',
    needs: 'viewer',
    summary: 'The text of a board.',
    params: ofContest.extend({ board: number }),
    type: 'text/plain',
  }),
  events: route({
    method: 'GET',
    path: '/contests/:contest/events',
    needs: 'viewer',
    summary:
      'What happens, as server-sent events: `match` (of the ladder and challenges with the `versions` that played), `ladder`, `submission` (one’s own), `announcement`, `round`, `board`, `premiere`, `contest`. Each has an id: `Last-Event-ID` continues there; `missed` says that more happened than is kept. `beat` is a sign of life, and says in how many milliseconds (`ms`) the next one comes.',
    params: ofContest,
    type: 'text/event-stream',
  }),
};
