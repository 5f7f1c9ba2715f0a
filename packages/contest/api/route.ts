import * as z from 'zod';
import { contestRole, isContestRole } from './roles.ts';

/**
 * The callers that a route allows. `public`: everyone. `viewer`: everyone if the contest is open to all, otherwise the
 * contest's people. `person`: anyone who is signed in. `entrant`: participants and staff of the contest in the path.
 * `observer`, `assistant`, `owner`: anyone with this role, or a higher one, in the contest in the path (roles.ts);
 * organisers are owners of every contest. `teacher`: anyone who may create contests. `organiser`: organisers of the
 * server. `worker`: a worker's token. Private data (a source, a log) is visible only to its entrant and the contest's
 * owners; the handler checks this. For everyone else, the server behaves as if the data didn't exist.
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
export type AccessLevel = (typeof NEEDS)[number];

/**
 * The scopes of a personal token. `read`: read with the rights of the token's person, but without an organiser's
 * rights. `submit`: submit files and see their progress. `organise`: manage contests with the rights of the token's
 * person. `backup`: download a backup.
 */
export const scope = z.enum(['read', 'submit', 'organise', 'backup']);
export type Scope = z.infer<typeof scope>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/api`. `:contest` is a contest's short name; all other parameters are numbers. */
  readonly path: string;
  readonly needs: AccessLevel;
  /** A token needs one of these scopes; empty: only sessions may call the route. Absent: see `scopesOf`. */
  readonly scopes?: readonly Scope[];
  /** Whether the route creates a contest. If so, the caller must also be allowed to create contests. */
  readonly makes?: true;
  /** Whether the route may change an archived contest. */
  readonly ofArchived?: true;
  /** A summary for the documentation, as one sentence. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The reply with status 200; absent if it isn't JSON. */
  readonly reply?: z.ZodType;
  /** The type of a reply that isn’t JSON. */
  readonly type?:
    | 'text/plain'
    | 'text/html'
    | 'text/csv'
    | 'text/event-stream'
    | 'application/octet-stream'
    | 'application/x-ndjson';
  /** The body's type: the bytes of a file, sent as `application/octet-stream`, or the form of a page; absent: JSON. */
  readonly takes?: 'bytes' | 'form';
  /**
   * `anywhere`: pages of other sites may call the route, and no session is used. Absent: only this site's pages may
   * call it.
   */
  readonly from?: 'anywhere';
  /** Maximum size of a request's body in bytes; absent: the server's default. */
  readonly most?: number;
}

/**
 * Returns the scopes that allow a token to call a route. The token needs one of these scopes. Undefined: any token may
 * call it. If the route lists no scopes, routes for staff need `organise`, other GET routes need `read`, and no token
 * may change anything else.
 */
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

/** The reply for an error, with a status of 400 or above. */
export const problem = z.object({
  /** A stable code for programs: see api/problems.ts. */
  code: z.string(),
  /** A message in one sentence. */
  message: z.string(),
  /** The values in the message, by the names of its placeholders. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The invalid part of the request. */
  field: z.string().optional(),
  /** The time from which the client may send the request again. */
  again: z.string().optional(),
});
export type ApiProblem = z.infer<typeof problem>;

/** A number in a path or a query. */
export const number = z.coerce.number().int().min(0).max(2_147_483_647);
export const done = z.object({ done: z.literal(true) });
