import * as z from 'zod';
import {
  DEFAULT_QUALIFY,
  factors,
  instant,
  language,
  MAX_MEMBERS,
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
  /** The possible numbers of players in a match. */
  seats: z.array(z.int()),
  boards: z.array(z.object({ name: z.string(), seats: z.int() })),
  /** Whether the game generates boards from seeds. */
  generates: z.boolean(),
  /** The game's built-in bots, the weakest first. */
  builtins: z.array(z.string()),
  /** The built-in bot that, by default, a submission must beat to qualify. */
  gatekeeper: z.string(),
  languages: z.array(language),
  /** The time budget of a match or of a move, in seconds. */
  seconds: z.number(),
  per: z.enum(['match', 'move']),
  /** The ids of the revisions of the game's rules, the default first; empty if there is only one. */
  revisions: z.array(z.string()),
});

const eachOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;

/** The form for creating a contest. */
const fields = z.object({
  slug,
  title,
  game: z.string().max(40),
  /** The id of the revision of the game's rules; absent: the first revision. */
  revision: z.string().max(40).exactOptional(),
  /** The names of the built-in boards. */
  boards: z.array(z.string().max(60)).min(1).max(100).refine(eachOnce, 'each board may be listed only once'),
  languages: z.array(language).min(1).refine(eachOnce, 'each language may be listed only once'),
  opens: instant.nullable(),
  closes: instant.nullable(),
  /** The fuel budget in seconds; null: the game's default budget. */
  seconds: z.number().min(SECONDS.least).max(SECONDS.most).nullable(),
  /** By language: the factor by which the bots' seconds are multiplied; absent: no factors. */
  factors: factors.exactOptional(),
  qualify,
  /** Maximum number of submissions per entrant per hour. */
  perHour: z.int().min(1).max(1000),
  /** Maximum number of people in a team, which is one entrant; absent: 1. */
  teamSize: z.int().min(1).max(MAX_MEMBERS).exactOptional(),
  /** Whether everyone may watch; otherwise, only the contest's people may. */
  open: z.boolean(),
  /** Whether spectators see real names; absent: they see `entrant 7` instead, or a team's chosen name. */
  realNames: z.boolean().exactOptional(),
  /**
   * Whether people who join with the class code need approval. If the contest has a roster, people need approval in any
   * case, unless their sign-in proves a row.
   */
  approval: z.boolean(),
  /** The share (0 to 1) of matches that two workers play, to check that they agree. */
  twice: z.number().min(0).max(1),
});

/** The form for creating a contest, with its defaults. */
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

/** The settings that may be changed after the contest was created; missing settings stay unchanged. */
export const contestPatch = fields
  .omit({ slug: true, game: true, revision: true })
  .partial()
  .extend({
    /** The batch after which the ladder pauses; null: it doesn't pause. */
    until: z.int().min(0).max(2_147_483_647).nullable().optional(),
  });
export type ContestForm = z.infer<typeof contestForm>;

const contestState = z.enum(['planned', 'open', 'frozen', 'closed']);
export const contest = fields.extend({
  id: number,
  state: contestState,
  gameTitle: z.string(),
  /** The built-in bot that a submission must beat to qualify. */
  gatekeeper: z.string(),
  entrants: z.int(),
  /** Number of played matches, and number of waiting matches. */
  matches: z.int(),
  waiting: z.int(),
  batch: z.int(),
  /** The batch after which the ladder pauses; null: it doesn't pause. */
  until: z.int().nullable(),
  created: instant,
  /** The time at which the contest was archived; null: the contest isn't archived. */
  archived: instant.nullable(),
  /** The class code. Only owners and assistants see it. */
  code: z.string().optional(),
  /** Whether the contest has an owner. Only the contest's staff see this. */
  owned: z.boolean().optional(),
});
export type Contest = z.infer<typeof contest>;

const entrantLine = z.object({
  number: z.int(),
  name: z.string(),
  group: z.string().nullable(),
  live: z.int().nullable(),
  approved: z.boolean(),
  /** The entrant's extended deadline for submissions. Only the contest's staff see it. */
  closes: instant.nullable().optional(),
  /** The entrant's members; empty if the entrant was withdrawn or deleted. Only the contest's staff see them. */
  members: z.array(z.object({ person: number, name: z.string() })).optional(),
  /** A team's chosen name, in addition to `name`. Only the contest's staff see it here. */
  chosen: z.string().nullable().optional(),
});

export const ladderReply = z.object({
  /** The batch up to which the table includes results. */
  batch: z.int(),
  at: instant,
  rows: z.array(standing),
  /** Entrants that have no live version yet. */
  without: z.array(z.object({ entrant: z.int(), name: z.string() })),
  /** Total number of rows, and of entrants without a live version. The lists above may contain only some of them. */
  total: z.object({ rows: z.int(), without: z.int() }),
  /** Whether matches are waiting and no worker has been seen for a minute. */
  noWorker: z.boolean(),
});
export type LadderReply = z.infer<typeof ladderReply>;

const announcement = z.object({ id: number, at: instant, text: z.string() });

export const contests = {
  health: route({
    method: 'GET',
    path: '/health',
    needs: 'public',
    summary: 'Report whether the server and its database respond.',
    reply: z.object({ ok: z.literal(true), version: z.string(), now: instant }),
  }),
  games: route({
    method: 'GET',
    path: '/games',
    needs: 'public',
    summary: 'List the games that contests can use.',
    reply: z.array(gameOffer),
  }),
  contests: route({
    method: 'GET',
    path: '/contests',
    needs: 'public',
    summary: 'List the contests that the caller may see.',
    reply: z.array(contest),
  }),
  contest: route({
    method: 'GET',
    path: '/contests/:contest',
    needs: 'viewer',
    summary: 'Return a contest.',
    params: ofContest,
    reply: contest,
  }),
  ladder: route({
    method: 'GET',
    path: '/contests/:contest/ladder',
    needs: 'viewer',
    summary: 'Return the leaderboard, or a part of it.',
    params: ofContest,
    query: z.object({
      /** The first line to return, from 1. */
      from: number.min(1).default(1),
      /** Maximum number of lines; absent: all. */
      limit: number.min(1).max(1000).optional(),
    }),
    reply: ladderReply,
  }),
  entrants: route({
    method: 'GET',
    path: '/contests/:contest/entrants',
    needs: 'viewer',
    summary: 'List the entrants.',
    params: ofContest,
    reply: z.array(entrantLine),
  }),
  entrant: route({
    method: 'GET',
    path: '/contests/:contest/entrants/:entrant',
    needs: 'viewer',
    summary: 'Return an entrant’s page: the versions that played, and the history of its place.',
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
    summary: 'Count how often each live version placed ahead of each other live version.',
    params: ofContest,
    reply: z.object({
      /** The entrants in the order of the ladder, the best first. */
      entrants: z.array(z.object({ entrant: z.int(), name: z.string() })),
      /** ahead[i][j]: the number of matches in which i was ahead of j; a tie counts half. */
      ahead: z.array(z.array(z.number())),
      /** met[i][j]: the number of matches in which both i and j played. */
      met: z.array(z.array(z.number())),
    }),
  }),
  announcements: route({
    method: 'GET',
    path: '/contests/:contest/announcements',
    needs: 'viewer',
    summary: 'List the organisers’ announcements, newest first.',
    params: ofContest,
    reply: z.array(announcement),
  }),
  boards: route({
    method: 'GET',
    path: '/contests/:contest/boards',
    needs: 'viewer',
    summary: 'List the boards in use and the caller’s submitted boards. Staff also get all other boards.',
    params: ofContest,
    reply: z.array(
      z.object({
        id: number,
        name: z.string(),
        seats: z.int(),
        /** The team of each seat; null: there are no teams. */
        teams: z.array(z.int()).nullable(),
        state: z.enum(['in', 'sent', 'refused']),
        /** The person who submitted the board; null: the board is built in. */
        from: z.string().nullable(),
        /**
         * For a submitted board: the figures from matches of built-in bots (boards/check-board.ts), or the reason in
         * `why` if there are none; null: not checked yet.
         */
        report: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
  board: route({
    method: 'GET',
    path: '/contests/:contest/boards/:board',
    needs: 'viewer',
    summary: 'Return a board’s text.',
    params: ofContest.extend({ board: number }),
    type: 'text/plain',
  }),
  events: route({
    method: 'GET',
    path: '/contests/:contest/events',
    needs: 'viewer',
    summary:
      'Stream server-sent events: `match` (ladder matches and challenges, with the `versions` that played), `ladder`, `submission` (the caller’s own), `announcement`, `round`, `board`, `premiere`, and `contest`. To resume, send the last event’s ID as `Last-Event-ID`. `missed` reports that events were lost. `beat` shows that the connection is alive. The next `beat` follows in `ms` milliseconds.',
    params: ofContest,
    type: 'text/event-stream',
  }),
};
