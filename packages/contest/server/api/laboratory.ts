import * as z from 'zod';
import { hash } from '../../words.ts';
import { done, route } from './route.ts';
import { BOARD_BYTES, SUBMISSION_BYTES } from './submissions.ts';

/** A match's name in its run: `g12-m0`. */
const matchName = z.string().regex(/^[\w-]{1,60}$/);
/** How a run is named by whoever has it played: nobody else can guess it. */
const ofRun = z.object({ run: hash });

export const labPlayer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('module'), module: hash, shown: z.string().min(1).max(40) }),
  z.object({ kind: z.literal('builtin'), name: z.string().max(40), shown: z.string().min(1).max(40) }),
]);
export type LabPlayer = z.infer<typeof labPlayer>;

export const labMatch = z.object({
  name: matchName,
  /** Index into the run's boards; −1: the game makes one of the seed. */
  board: z.int().min(-1).max(999),
  seed: z.string().regex(/^-?\d{1,10}$/),
  /** What all that is left to chance comes from. */
  key: hash,
  /** By seat: indices into the run's players. */
  players: z.array(z.int().min(0).max(999)).min(1).max(16),
});
export type LabMatch = z.infer<typeof labMatch>;

export const labResult = z.object({
  name: matchName,
  /** The match has none where `failure` says why. */
  result: z
    .object({
      scores: z.array(z.number()),
      rounds: z.int(),
      reason: z.string(),
      faults: z.array(z.object({ seat: z.int(), round: z.int(), fault: z.string(), sentence: z.string() })),
      used: z.array(z.number()),
      decided: z.int(),
    })
    .nullable(),
  failure: z.string().nullable(),
  /** Index of the player whose module makes matches void: it plays no further one of the run. */
  blamed: z.int().nullable(),
});
export type LabResultLine = z.infer<typeof labResult>;
export type LabFaults = NonNullable<LabResultLine['result']>['faults'];

/** Bytes of a request that begins a run, and of one that asks for matches. */
const RUN_BYTES = 32 * BOARD_BYTES;
const MATCHES_BYTES = 2 ** 20;

/** Matches that somebody has played for themselves: `ludus batch`, `duel` and `tournament` with `--on`. All of it is its owner's alone. */
export const laboratory = {
  laboratory: route({
    method: 'GET',
    path: '/laboratory',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'What one may have played here for oneself.',
    reply: z.object({
      /** Why nothing may be played; null: it may. */
      why: z.string().nullable(),
      /** The games that may be played; null: all that the server knows. */
      games: z.array(z.string()).nullable(),
      /** By which rules matches are played. */
      engine: z.string(),
      /** Matches that one may have under way at a time. */
      waiting: z.int(),
      /** Matches that one may have played in a day, and how many it were today; null: any number. */
      perDay: z.int().nullable(),
      today: z.int(),
    }),
  }),
  labModules: route({
    method: 'POST',
    path: '/laboratory/modules/missing',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'Which of these compiled players one has not sent yet.',
    body: z.object({ modules: z.array(hash).max(1000) }),
    reply: z.object({ missing: z.array(hash) }),
  }),
  labModule: route({
    method: 'POST',
    path: '/laboratory/modules',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'Send a compiled player for matches of one’s own. The body is its bytes.',
    takes: 'bytes',
    reply: z.object({ module: hash }),
    most: SUBMISSION_BYTES,
  }),
  labRun: route({
    method: 'POST',
    path: '/laboratory/runs/:run',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'Begin a run, or go on with it: boards and players that its matches are of.',
    params: ofRun,
    body: z.object({
      game: z.string().max(40),
      /** What the matches have to be played with: of another engine than the server's nothing is played. */
      engine: z.string().max(100),
      boards: z.array(z.string().max(BOARD_BYTES)).max(1000),
      players: z.array(labPlayer).min(1).max(1000),
      /** Seconds of fuel; null: what is usual. */
      seconds: z.number().positive().max(10).nullable(),
      /** Keep each replay until it was fetched. */
      replays: z.boolean(),
    }),
    reply: z.object({
      /** The number of the last result that there is: those of an earlier start are there still. */
      last: z.int(),
    }),
    most: RUN_BYTES,
  }),
  labMatches: route({
    method: 'POST',
    path: '/laboratory/runs/:run/matches',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'Ask for matches of a run. Those that it has already are not played twice.',
    params: ofRun,
    body: z.object({ matches: z.array(labMatch).min(1).max(500) }),
    reply: z.object({
      /** The first so many were taken; the others have to wait until results were fetched. */
      taken: z.int(),
    }),
    most: MATCHES_BYTES,
  }),
  labResults: route({
    method: 'GET',
    path: '/laboratory/runs/:run/results',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'Results of a run in the order in which they came. Those up to `after` have come: they are forgotten.',
    params: ofRun,
    query: z.object({
      after: z.coerce.number().int().min(0).default(0),
      /** Where there is none yet, one is waited for so long. */
      waitMs: z.coerce.number().int().min(0).max(20_000).default(0),
    }),
    reply: z.object({ last: z.int(), results: z.array(labResult) }),
  }),
  labReplay: route({
    method: 'GET',
    path: '/laboratory/runs/:run/replays/:match',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'The replay of a match of a run that keeps them, until its result was fetched.',
    params: ofRun.extend({ match: matchName }),
    type: 'text/plain',
  }),
  endLabRun: route({
    method: 'DELETE',
    path: '/laboratory/runs/:run',
    needs: 'person',
    scopes: ['laboratory'],
    summary: 'End a run: what it still waits for is not played any more.',
    params: ofRun,
    reply: done,
  }),
};
