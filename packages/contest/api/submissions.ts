import * as z from 'zod';
import { hash, instant, language, matchKind, matchState, said, step, submissionState, verdict } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

/** Maximum size of a submission in bytes. */
export const SUBMISSION_BYTES = 4 * 2 ** 20;
const BOARD_BYTES = 2 ** 18;

export const submission = z.object({
  number: z.int(),
  entrant: z.int(),
  /** The name of the member who sent this submission; null: the member isn't known, or was deleted. */
  by: z.string().nullable(),
  file: z.string(),
  language,
  size: z.int(),
  sha256: hash,
  state: submissionState,
  /** The reason for the submission's rejection: a message, followed by the lines that the compiler printed. */
  why: z.string().nullable(),
  /** The code and values of the message in `why`; null if a compiler wrote the message. */
  said: said.nullable(),
  received: instant,
  /** Whether this submission is the one with which the entrant plays now. */
  live: z.boolean(),
  /**
   * The matches against the gatekeeper: the submission was ahead in `ahead` of `played`, and must be ahead in `wins` of
   * `matches`.
   */
  qualifying: z.object({ ahead: z.int(), played: z.int(), wins: z.int(), matches: z.int() }).nullable(),
});
export type Submission = z.infer<typeof submission>;

const sentSubmission = z.object({
  submission,
  /** Whether the same bytes were submitted before, so that nothing changed. */
  same: z.boolean(),
});

const ofSubmission = ofContest.extend({ submission: number });

export const matchLine = z.object({
  number: z.int(),
  kind: matchKind,
  state: matchState,
  board: z.string(),
  batch: z.int().nullable(),
  /** The time of the match's result. */
  at: instant.nullable(),
  seats: z.array(
    z.object({
      seat: z.int(),
      /** The name of a built-in bot or an entrant. */
      name: z.string(),
      entrant: z.int().nullable(),
      version: z.int().nullable(),
      score: z.number().nullable(),
      /** The place; with teams, the team's place. */
      place: z.number().nullable(),
      /** The team, from 0; null: there are no teams. */
      team: z.int().nullable(),
      /** The reason for a disqualification. */
      fault: z.string().nullable(),
    }),
  ),
  /** Whether the match's result is secret until the end of its premiere: scores, places, and faults are then null. */
  premiere: z.boolean(),
  /** Whether the replay is available. Replays are deleted after some time, but results stay. */
  watchable: z.boolean(),
});
export type MatchLine = z.infer<typeof matchLine>;

const ofMatch = ofContest.extend({ match: number });

export const submissions = {
  submit: route({
    method: 'POST',
    path: '/contests/:contest/submissions',
    needs: 'entrant',
    scopes: ['submit'],
    summary: 'Submit a bot: one source file, or a module. The body is the file’s bytes.',
    params: ofContest,
    query: z.object({
      /** The file name without folders. Its extension determines the language. */
      file: z
        .string()
        .min(1)
        .max(100)
        .regex(/^[\w.+@~-]+$/, 'a file name consists of letters, digits, and _ . + @ ~ -, without folders'),
    }),
    takes: 'bytes',
    reply: sentSubmission,
    most: SUBMISSION_BYTES,
  }),
  submissions: route({
    method: 'GET',
    path: '/contests/:contest/submissions',
    needs: 'entrant',
    scopes: ['read', 'submit'],
    summary: 'List the caller’s submissions, newest first. Staff can list any entrant’s submissions.',
    params: ofContest,
    query: z.object({ entrant: number.optional() }),
    reply: z.array(submission),
  }),
  submission: route({
    method: 'GET',
    path: '/contests/:contest/submissions/:submission',
    needs: 'entrant',
    scopes: ['read', 'submit'],
    summary: 'Return a submission with the log of its steps.',
    params: ofSubmission,
    reply: submission.extend({ steps: z.array(step) }),
  }),
  source: route({
    method: 'GET',
    path: '/contests/:contest/submissions/:submission/source',
    needs: 'entrant',
    summary: 'Return a submission’s bytes.',
    params: ofSubmission,
    type: 'application/octet-stream',
  }),
  takeBack: route({
    method: 'POST',
    path: '/contests/:contest/submissions/:submission/take-back',
    needs: 'entrant',
    scopes: ['submit'],
    summary: 'Withdraw the live version. The previous accepted version plays again, if there is one.',
    params: ofSubmission,
    reply: done,
  }),
  challenge: route({
    method: 'POST',
    path: '/contests/:contest/challenges',
    needs: 'entrant',
    scopes: ['submit'],
    summary: 'Play an unrated match of the caller’s live version against other live versions.',
    params: ofContest,
    body: z.object({ against: z.array(number).min(1).max(15), board: number.optional() }),
    reply: z.object({ match: z.int() }),
  }),
  sendBoard: route({
    method: 'POST',
    path: '/contests/:contest/boards',
    needs: 'entrant',
    scopes: ['submit'],
    summary: 'Submit a board.',
    params: ofContest,
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .regex(/^[\w-]+$/),
      text: z.string().max(BOARD_BYTES),
    }),
    reply: z.object({ id: z.int() }),
    most: 2 * BOARD_BYTES,
  }),
  matches: route({
    method: 'GET',
    path: '/contests/:contest/matches',
    needs: 'viewer',
    summary:
      'List matches, newest first. A submission’s own matches, such as qualifying matches, are visible only to its entrant and staff.',
    params: ofContest,
    query: z.object({
      entrant: number.optional(),
      version: number.optional(),
      board: z.string().max(60).optional(),
      kind: matchKind.optional(),
      state: matchState.optional(),
      /** Only matches with numbers below this number are returned. */
      before: number.optional(),
      limit: number.min(1).max(200).default(50),
    }),
    reply: z.array(matchLine),
  }),
  match: route({
    method: 'GET',
    path: '/contests/:contest/matches/:match',
    needs: 'viewer',
    summary: 'Return a match.',
    params: ofMatch,
    reply: matchLine.extend({
      rounds: z.int().nullable(),
      reason: z.string().nullable(),
      verdicts: z.array(verdict),
      used: z.array(z.number()),
      engine: z.string(),
    }),
  }),
  replay: route({
    method: 'GET',
    path: '/contests/:contest/matches/:match/replay',
    needs: 'viewer',
    summary: 'Return the replay for the viewer and `ludus verify`. Its players are called P1, P2, and so on.',
    params: ofMatch,
    type: 'text/plain',
  }),
  sidecar: route({
    method: 'GET',
    path: '/contests/:contest/matches/:match/sidecar',
    needs: 'viewer',
    summary: 'Return the replay’s sidecar. Logs and drawings of other entrants’ seats are left out, except for owners.',
    params: ofMatch,
    reply: z.record(z.string(), z.unknown()),
  }),
};
