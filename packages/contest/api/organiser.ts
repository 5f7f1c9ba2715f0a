import * as z from 'zod';
import { hash, instant, matchKind, personName, submissionState } from '../words.ts';
import { contest, contestForm, contestPatch, ofContest } from './contest.ts';
import { newToken, person, token } from './people.ts';
import { serverRole } from './roles.ts';
import { done, number, route } from './route.ts';

const byId = z.object({ id: number });

const personLine = person.extend({
  created: instant,
  seen: instant.nullable(),
  /**
   * The time until which the account is locked after too many wrong passwords. Until then, no one can sign in to the
   * account from unknown places.
   */
  locked: instant.nullable(),
  rosterId: z.string().nullable(),
  entrants: z.array(
    z.object({ contest: z.string(), number: z.int(), approved: z.boolean(), group: z.string().nullable() }),
  ),
});

const workers = z.object({
  workers: z.array(
    z.object({
      worker: z.string(),
      token: z.string(),
      engine: z.string(),
      /** Whether the server starts this worker itself. */
      own: z.boolean(),
      seen: instant,
      /**
       * Whether the worker has been silent for a minute, because it has stopped, or because it was restarted under a
       * new name.
       */
      gone: z.boolean(),
      leases: z.int(),
      /** Number of matches in the last hour. */
      played: z.int(),
      /** The reason why the worker gets no jobs: its engine differs from the server's, or its token was set aside. */
      why: z.string().nullable(),
    }),
  ),
  queue: z.array(
    z.object({
      contest: z.string(),
      kind: matchKind,
      waiting: z.int(),
      leased: z.int(),
      /** The time for which the oldest waiting match of this kind in the contest has been waiting, in seconds. */
      oldest: z.number(),
    }),
  ),
  compiling: z.array(z.object({ contest: z.string(), submission: z.int(), state: submissionState, since: instant })),
  engine: z.string(),
  noWorker: z.boolean(),
});

const auditPage = z.object({ before: number.optional(), limit: number.min(1).max(500).default(100) });
const auditLines = z.array(
  z.object({
    id: number,
    at: instant,
    who: z.string().nullable(),
    what: z.string(),
    about: z.string(),
    /** The current names of the entrants, people, and submissions in `about`, by keys such as `entrant 3`. */
    names: z.record(z.string(), z.string()),
    /** The affected roster rows before the change. */
    rows: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The short name of the entry's contest. */
    contest: z.string().nullable(),
  }),
);

export const organiser = {
  makeContest: route({
    method: 'POST',
    path: '/contests',
    needs: 'teacher',
    summary: 'Create a contest.',
    body: contestForm,
    reply: contest,
  }),
  changeContest: route({
    method: 'PATCH',
    path: '/contests/:contest',
    needs: 'owner',
    summary: 'Change a contest. The game and the short name can’t change.',
    params: ofContest,
    body: contestPatch,
    reply: contest,
  }),
  renewCode: route({
    method: 'POST',
    path: '/contests/:contest/code',
    needs: 'assistant',
    summary: 'Create a new class code. The old code stops working.',
    params: ofContest,
    reply: contest,
  }),
  setState: route({
    method: 'POST',
    path: '/contests/:contest/state',
    needs: 'owner',
    summary: 'Freeze, reopen, or close a contest.',
    params: ofContest,
    body: z.object({ state: z.enum(['open', 'frozen', 'closed']) }),
    reply: contest,
  }),
  announce: route({
    method: 'POST',
    path: '/contests/:contest/announcements',
    needs: 'assistant',
    summary: 'Post an announcement.',
    params: ofContest,
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    reply: done,
  }),
  removeAnnouncement: route({
    method: 'DELETE',
    path: '/contests/:contest/announcements/:announcement',
    needs: 'assistant',
    summary: 'Delete an announcement.',
    params: ofContest.extend({ announcement: number }),
    reply: done,
  }),
  extend: route({
    method: 'POST',
    path: '/contests/:contest/entrants/:entrant',
    needs: 'assistant',
    summary: 'Let an entrant in, set its group, extend its deadline, or name a team.',
    params: ofContest.extend({ entrant: number }),
    body: z.object({
      approved: z.boolean().optional(),
      group: z.string().trim().max(60).nullable().optional(),
      closes: instant.nullable().optional(),
      /** A team's name; null: the names of its members. */
      name: personName.nullable().optional(),
    }),
    reply: done,
  }),
  decideBoard: route({
    method: 'POST',
    path: '/contests/:contest/boards/:board',
    needs: 'owner',
    summary: 'Accept a board, which is then used from the next wave on, or refuse it.',
    params: ofContest.extend({ board: number }),
    body: z.object({ state: z.enum(['in', 'refused']) }),
    reply: done,
  }),
  rerunSubmission: route({
    method: 'POST',
    path: '/contests/:contest/submissions/:submission/rerun',
    needs: 'assistant',
    summary: 'Compile, check, and qualify a submission again, whatever its state.',
    params: ofContest.extend({ submission: number }),
    reply: done,
  }),
  rerunMatch: route({
    method: 'POST',
    path: '/contests/:contest/matches/:match/rerun',
    needs: 'assistant',
    summary: 'Play a void match again.',
    params: ofContest.extend({ match: number }),
    reply: done,
  }),
  export: route({
    method: 'GET',
    path: '/contests/:contest/export',
    needs: 'owner',
    summary: 'Return all of a contest’s data as JSON lines (docs/formats.md).',
    params: ofContest,
    query: z.object({ sources: z.enum(['0', '1']).default('1') }),
    type: 'application/x-ndjson',
  }),
  backup: route({
    method: 'GET',
    path: '/backup',
    needs: 'organiser',
    scopes: ['backup'],
    summary:
      'Return all stored data as JSON lines, for `ludus contest restore`. It contains all source files: protect it like the server.',
    type: 'application/x-ndjson',
  }),
  people: route({
    method: 'GET',
    path: '/people',
    needs: 'organiser',
    summary: 'List all accounts.',
    reply: z.array(personLine),
  }),
  accessLink: route({
    method: 'POST',
    path: '/people/:id/link',
    needs: 'organiser',
    scopes: [],
    summary: 'Create a link with which a person chooses a new password. It works only once and expires after a day.',
    params: byId,
    reply: z.object({ link: z.string(), expires: instant }),
  }),
  endAccess: route({
    method: 'POST',
    path: '/people/:id/end',
    needs: 'organiser',
    scopes: [],
    summary:
      'End an account’s sessions, links, passkeys, tokens, and linked sign-ins. The password and the sign-in that created the account stay.',
    params: byId,
    reply: done,
  }),
  setRole: route({
    method: 'POST',
    path: '/people/:id/role',
    needs: 'organiser',
    scopes: [],
    summary: 'Make a person an organiser or a teacher, or revoke the role.',
    params: byId,
    body: z.object({ role: serverRole }),
    reply: done,
  }),
  mergePeople: route({
    method: 'POST',
    path: '/people/:id/merge',
    needs: 'organiser',
    scopes: [],
    summary: 'Merge another account of the same person into this account, which gets the other account’s entrants.',
    params: byId,
    body: z.object({ other: number }),
    reply: done,
  }),
  deletePerson: route({
    method: 'DELETE',
    path: '/people/:id',
    needs: 'organiser',
    scopes: [],
    summary: 'Delete a person’s data: name, source files, modules, and logs. Results keep the entrant’s number.',
    params: byId,
    reply: done,
  }),
  workers: route({
    method: 'GET',
    path: '/workers',
    needs: 'organiser',
    summary: 'Return the workers and the queue.',
    reply: workers,
  }),
  workerTokens: route({
    method: 'GET',
    path: '/worker-tokens',
    needs: 'organiser',
    summary: 'List the worker tokens.',
    reply: z.array(token),
  }),
  makeWorkerToken: route({
    method: 'POST',
    path: '/worker-tokens',
    needs: 'organiser',
    scopes: [],
    summary: 'Create a token for `ludus worker`.',
    body: z.object({ name: z.string().trim().min(1).max(60) }),
    reply: newToken,
  }),
  revokeWorkerToken: route({
    method: 'DELETE',
    path: '/worker-tokens/:id',
    needs: 'organiser',
    summary:
      'Revoke a worker token. Its leases are lost. With again=1, every match whose result only this worker reported is played again.',
    params: byId,
    query: z.object({ again: z.enum(['0', '1']).default('0') }),
    reply: done,
  }),
  quarantine: route({
    method: 'GET',
    path: '/quarantine',
    needs: 'organiser',
    summary: 'List the modules in quarantine.',
    reply: z.array(z.object({ module: hash, at: instant, why: z.string(), submissions: z.array(z.string()) })),
  }),
  release: route({
    method: 'DELETE',
    path: '/quarantine/:module',
    needs: 'organiser',
    summary: 'Release a module from quarantine.',
    params: z.object({ module: hash }),
    reply: done,
  }),
  audit: route({
    method: 'GET',
    path: '/audit',
    needs: 'organiser',
    summary: 'Return the audit log, newest first.',
    query: auditPage,
    reply: auditLines,
  }),
  contestAudit: route({
    method: 'GET',
    path: '/contests/:contest/audit',
    needs: 'observer',
    summary: 'Return a contest’s audit log, newest first.',
    params: ofContest,
    query: auditPage,
    reply: auditLines,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    needs: 'organiser',
    scopes: ['read'],
    summary: 'Return metrics for Prometheus.',
    type: 'text/plain',
  }),
};
