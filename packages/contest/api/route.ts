import * as z from 'zod';
import { contestRole, isContestRole } from './roles.ts';

/**
 * The callers who are allowed. `public`: everyone. `viewer`: everyone where the contest is open to all, else its people.
 * `person`: who is signed in. `entrant`: who takes part in the contest of the path, or helps to run it. `observer`, `assistant`,
 * `owner`: who has this role in the contest of the path, or a higher one (roles.ts); organisers are owners of every contest.
 * `teacher`: who may make contests. `organiser`: organisers of the server. `worker`: a worker's token. Private data (a source, a
 * log) is visible to its entrant and the contest's owners, which the handler checks. For all others it does not exist.
 */
export const NEEDS = [
  'public',
  'viewer',
  'person',
  'entrant',
  ...contestRole.options,
  'teacher',
  'organiser',
  'worker',
] as const;
export type Needs = (typeof NEEDS)[number];

/**
 * The possible scopes of a personal token. `read`: look, as its person without an organiser's rights. `submit`: hand something
 * in, and see what becomes of it. `organise`: what its person may do with contests. `backup`: take a backup.
 */
export const scope = z.enum(['read', 'submit', 'organise', 'backup']);
export type Scope = z.infer<typeof scope>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`; `:contest` is a contest's short name, all other parts are numbers. */
  readonly path: string;
  readonly needs: Needs;
  /** A token that is good for one of these may ask; none: only a session. Absent: see `scopesOf`. */
  readonly scopes?: readonly Scope[];
  /** It makes a contest, which is for those who may. */
  readonly makes?: true;
  /** Also of an archived contest, of which nothing else changes. */
  readonly ofArchived?: true;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The answer with status 200; absent if it isn't JSON. */
  readonly reply?: z.ZodType;
  /** The type of an answer that isn’t a JSON. */
  readonly type?:
    | 'text/plain'
    | 'text/html'
    | 'text/csv'
    | 'text/event-stream'
    | 'application/octet-stream'
    | 'application/x-ndjson';
  /** The body is a file's bytes, sent as `application/octet-stream`, or a form of a page; JSON otherwise. */
  readonly takes?: 'bytes' | 'form';
  /** Pages of other sites may lead here: no session counts. Absent: only ours may. */
  readonly from?: 'anywhere';
  /** Bytes of a request's body; a contest's default otherwise. */
  readonly most?: number;
}

/** Which tokens may ask a route; undefined: all. Where the table does not say it, a token looks or organises, and changes nothing else. */
export function scopesOf({
  scopes,
  needs,
  method,
}: Pick<Route, 'scopes' | 'needs' | 'method'>): readonly Scope[] | undefined {
  if (scopes !== undefined) return scopes;
  if (needs === 'worker' || (needs === 'public' && method === 'GET')) return undefined;
  if (needs === 'organiser' || needs === 'teacher' || isContestRole(needs)) return ['organise'];
  return method === 'GET' ? ['read'] : [];
}

export const route = <const R extends Route>(described: R): R => described;

/** The answer for errors: with status 400, 401, 403, 404, 409, 413, or 429. */
export const problem = z.object({
  /** Stable, for programs: see api/problems.ts. */
  code: z.string(),
  /** One plain sentence. */
  message: z.string(),
  /** The values in the message, by the names of its placeholders. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Which part of the request it speaks of. */
  field: z.string().optional(),
  /** When one may ask again. */
  again: z.string().optional(),
});
export type ApiProblem = z.infer<typeof problem>;

/** Number in a path or a query. */
export const number = z.coerce.number().int().min(0).max(2_147_483_647);
export const done = z.object({ done: z.literal(true) });
