import type { FastifyRequest } from 'fastify';
import type { Scope } from '../api/route.ts';
import type { Store } from '../store/open.ts';
import type { Row } from '../store/schema.ts';
import { now } from '../store/times.ts';
import { notAllowed } from './refusal.ts';
import { hashSecret } from './secrets.ts';
import type { TimedCache } from './timed-cache.ts';

/** The caller of a route. */
export type Principal =
  | { readonly kind: 'stranger' }
  /** A person with a session, or with a token that has `scopes`. */
  | { readonly kind: 'person'; readonly person: Row<'people'>; readonly session: string; readonly scopes?: never }
  | {
      readonly kind: 'person';
      readonly person: Row<'people'>;
      readonly session?: never;
      readonly scopes: readonly Scope[];
    }
  | { readonly kind: 'worker'; readonly token: Row<'tokens'> };

/**
 * Returns the name of the session's cookie. Over HTTPS, the name's prefix prevents pages on related hosts from setting
 * the cookie.
 */
export const cookieName = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-ludus' : 'ludus';

/** Interval at which the time of a person's last request is stored, in milliseconds. */
const SEEN_MS = 60_000;

/**
 * Reads a request's token or session. An invalid token is an error; an invalid session is ignored. `isWork`: caches the
 * token for a moment, since workers send many requests.
 */
export async function whoAsks(
  store: Store,
  cache: TimedCache,
  request: FastifyRequest,
  isWork: boolean,
): Promise<Principal> {
  const bearer = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) {
    const hash = hashSecret(bearer);
    const find = () => whoseToken(store, hash);
    return await (isWork ? cache.of(`token ${hash}`, find) : find());
  }
  const secret = request.cookies[cookieName(request)];
  if (secret === undefined) return { kind: 'stranger' };
  const session = hashSecret(secret);
  // A page sends several requests at the same time, so sessions are cached for requests that only read. For changes,
  // the session is read again.
  const find = () => whoseSession(store, session);
  const person = await (SAFE.has(request.method) ? cache.of(`session ${session}`, find) : find());
  if (!person) return { kind: 'stranger' };
  mustBeOurPage(request);
  return { kind: 'person', person, session };
}

async function whoseSession(store: Store, session: string): Promise<Row<'people'> | undefined> {
  const person = await store.db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person')
    .selectAll('people')
    .where('sessions.hash', '=', session)
    .where('sessions.expires', '>', now)
    .where('people.removed', '=', false)
    .executeTakeFirst();
  if (person) await markSeen(store, person);
  return person;
}

async function whoseToken(store: Store, hash: string): Promise<Principal> {
  const token = await store.db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  if (!token) throw notAllowed('token/bad');
  if (token.used === null || Date.now() - token.used.getTime() > SEEN_MS)
    await store.db.updateTable('tokens').set({ used: now }).where('id', '=', token.id).execute();
  if (token.kind === 'worker') return { kind: 'worker', token };
  const person = await store.db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', token.person)
    .where('removed', '=', false)
    .executeTakeFirst();
  if (!person) throw notAllowed('token/gone');
  return { kind: 'person', person, scopes: token.scopes };
}

async function markSeen(store: Store, person: Row<'people'>): Promise<void> {
  if (person.seen !== null && Date.now() - person.seen.getTime() < SEEN_MS) return;
  await store.db.updateTable('people').set({ seen: now }).where('id', '=', person.id).execute();
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Requires that changes come from a page of this server. A browser sends the origin, and no other page can fake it. */
export function mustBeOurPage(request: FastifyRequest): void {
  if (!isOurPage(request)) throw notAllowed('not-allowed/other-site');
}

/** Checks whether a request changes nothing, or comes from a page of this server. */
function isOurPage(request: FastifyRequest): boolean {
  if (SAFE.has(request.method)) return true;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  return origin !== undefined ? origin === ownOrigin(request) : site === 'same-origin';
}

/** Returns the origin of this server's pages, as the request names it. */
export const ownOrigin = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;
