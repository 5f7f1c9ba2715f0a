import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { issuerSignIn } from '../../api/sign-in.ts';
import { takeLock } from '../../store/locks.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Database, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { isOwnPage, personName } from '../../words.ts';
import { DONE, type Handlers, personOf, type Server, sessionOf } from '../handler.ts';
import type { Identity, Issuer, SignInSecrets } from '../issuer.ts';
import { tieProven } from '../issuer-rows.ts';
import { identityIssuer } from '../lti/platform.ts';
import { nameProblem } from '../names.ts';
import { conflict, notFound, RefusalError } from '../refusal.ts';
import { beginSession, markIn } from '../session.ts';
import { opened, signed, takeOnce } from '../signed.ts';
import { endAccess, mustHaveWay, mustStillBeIn } from './access.ts';
import { newPerson } from './new-person.ts';

/** Time limit for the issuer's pages, in seconds. */
const WAY_SECONDS = 600;
/** If a name is taken, numbers up to this limit are tried in order, and then random numbers. */
const MAX_NAME_NUMBER = 20;
const MAX_NAME_LENGTH = 60;

/** The data that this server signs, and that the browser keeps until it returns from the issuer. */
interface SignInCookie extends SignInSecrets {
  readonly issuer: string;
  readonly to: string;
  /** The person whose account is to be linked; null: no one was signed in. */
  readonly person: number | null;
}

const cookieName = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-ludus-way' : 'ludus-way';
const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

export const issuerHandlers: Handlers<keyof typeof issuerSignIn> = {
  async signInWays({ issuers, hasPasswords }) {
    return {
      issuers: issuers.map(({ settings: { id, name } }) => ({ id, name })),
      passwords: hasPasswords,
    };
  },

  async beginSignIn(server, { params, query, person, request, reply }) {
    const issuer = issuerOf(server, params.issuer);
    const to = isOwnPage(query.to) ? query.to : '/';
    // Any site may send a browser here, so this route neither links an account nor signs anyone in without a click.
    const site = request.headers['sec-fetch-site'] ?? 'none';
    return await shown(reply, issuer, to, async () => {
      if (person) return to;
      if (site !== 'same-origin' && site !== 'none') return `/sign-in?to=${encodeURIComponent(to)}`;
      return await begin(server, issuer, { to, person: null }, request, reply);
    });
  },

  async linkSignIn(server, asked) {
    const issuer = issuerOf(server, asked.params.issuer);
    const kept = { to: '/me', person: personOf(asked).id };
    return { url: await begin(server, issuer, kept, asked.request, asked.reply) };
  },

  async endSignIn(server, asked) {
    const { params, query, person, request, reply } = asked;
    const { context } = server;
    const issuer = issuerOf(server, params.issuer);
    const kept = await opened<SignInCookie>(context.store.db, 'way', request.cookies[cookieName(request)] ?? '');
    return await shown(reply, issuer, kept?.to ?? '/', async () => {
      // The response isn't the expected one: it belongs to another tab, or is invalid.
      if (kept === undefined || kept.state !== query.state) throw new RefusalError(403, 'issuer/refused');
      reply.clearCookie(cookieName(request), cookieOptions(request));
      // The sign-in was started by someone else in this browser or with another issuer, or was already used.
      const isOwn = kept.issuer === issuer.settings.issuer && kept.person === (person?.id ?? null);
      if (!isOwn || !(await takeOnce(context.store.db, `way ${kept.state}`, new Date(Date.now() + 1000 * WAY_SECONDS))))
        throw new RefusalError(403, 'issuer/refused');
      const address = new URL(backOf(request, issuer));
      address.search = request.url.split('?')[1] ?? '';
      const identity = await issuer.end(address, kept);
      await context.store.transaction(async (tx) => {
        const linked = kept.person === null ? null : { person: kept.person, session: sessionOf(asked) };
        const id = await personOfIdentity(tx, issuer.settings.issuer, identity, linked);
        if (!(await markIn(tx, id))) throw new RefusalError(401, 'sign-in');
        if (kept.person === null) await beginSession(tx, id, request, reply);
        await tieProven(tx, id);
      });
      await server.tell({ kind: 'changed' });
      server.changed();
      return kept.to;
    });
  },

  async linkedSignIns({ context, issuers }, asked) {
    const { db } = context.store;
    const rows = await db
      .selectFrom('identities')
      .select(['issuer', 'subject', 'roster_id', 'created', 'used'])
      .where('person', '=', personOf(asked).id)
      .orderBy('created')
      .execute();
    const platforms = await db.selectFrom('lti_platforms').select(['issuer', 'name']).orderBy('id').execute();
    const names = new Map([
      ...platforms.map((platform) => [identityIssuer(platform), platform.name] as const),
      ...issuers.map(({ settings: { issuer, name } }) => [issuer, name] as const),
    ]);
    return rows.map(({ issuer, subject, roster_id, created, used }) => ({
      issuer,
      subject,
      name: names.get(issuer) ?? issuer,
      as: roster_id ?? subject,
      created: created.toISOString(),
      used: used?.toISOString() ?? null,
    }));
  },

  async unlinkSignIn(server, asked) {
    const { issuer, subject } = asked.body;
    const { id } = personOf(asked);
    await server.context.store.transaction(async (tx) => {
      const own = await holdPerson(tx, id);
      if (!own) throw new RefusalError(401, 'sign-in');
      const { numDeletedRows } = await tx
        .deleteFrom('identities')
        .where('person', '=', id)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw notFound('issuer');
      await mustHaveWay(tx, server, own);
      // Any other session may have started with this sign-in, so all other sessions end.
      await endAccess(tx, id, { all: false, except: sessionOf(asked) });
      await audit(tx, id, 'unlinked a sign-in', issuer);
    });
    await server.tell({ kind: 'end', which: { person: id } });
    return DONE;
  },
};

function issuerOf({ issuers }: Server, id: string): Issuer {
  const found = issuers.find(({ settings }) => settings.id === id);
  if (!found) throw notFound('issuer');
  return found;
}

const backOf = ({ protocol, host }: FastifyRequest, { settings }: Issuer): string =>
  `${protocol}://${host}/api/sign-in/end/${settings.id}`;

/** Returns the issuer's address for this browser, and stores the sign-in's state in a cookie. */
async function begin(
  { context }: Server,
  issuer: Issuer,
  then: Pick<SignInCookie, 'to' | 'person'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { url, way } = await issuer.begin(backOf(request, issuer));
  const kept: SignInCookie = { ...way, ...then, issuer: issuer.settings.issuer };
  const sign = await signed(context.store.db, 'way', kept, WAY_SECONDS);
  reply.setCookie(cookieName(request), sign, { ...cookieOptions(request), maxAge: WAY_SECONDS });
  return url.href;
}

/** Deletes stored roster ids if their issuer no longer proves rows. */
export async function forgetUnproven(db: Database, issuers: readonly Issuer[]): Promise<void> {
  const proving = issuers.flatMap(({ settings }) => (settings.rosterClaim === null ? [] : [settings.issuer]));
  await sql`update identities set roster_id = null
    where roster_id is not null and issuer not like ${`${identityIssuer({ issuer: '' })}%`} and issuer <> all(${proving})`.execute(
    db,
  );
}

/** Always redirects the browser to a page. An error appears on the sign-in page, which links back to the page `to`. */
async function shown(
  reply: FastifyReply,
  { settings }: Issuer,
  to: string,
  where: () => Promise<string>,
): Promise<undefined> {
  try {
    reply.redirect(await where());
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    reply.redirect(`/sign-in?${new URLSearchParams({ problem: error.problem.code, issuer: settings.id, to })}`);
  }
  return undefined;
}

/** The person who links an account, and the caller's session. */
export interface AccountLink {
  readonly person: number;
  readonly session: string | undefined;
}

/** Returns the account of an identity; creates or links an account if there is none. The account's row is locked. */
export async function personOfIdentity(
  tx: Tx,
  issuer: string,
  identity: Identity,
  linked: AccountLink | null,
): Promise<number> {
  const { subject, rosterId = null, group = null } = identity;
  // Concurrent sign-ins take turns, so that a person with two windows gets only one account.
  await takeLock(tx, 'identity', `${issuer} ${subject}`);
  // All locks are taken before the rows, to avoid a deadlock between two people with the same id.
  if (rosterId !== null) await takeLock(tx, 'rosterId', `${issuer} ${rosterId.toLowerCase()}`);
  const known = await tx
    .selectFrom('identities')
    .select('person')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known && linked !== null && known.person !== linked.person) throw conflict('issuer/other-account');
  const id = known?.person ?? linked?.person ?? (await newNamed(tx, identity.name ?? 'Guest'));
  if (!(await holdPerson(tx, id))) throw new RefusalError(401, 'sign-in');
  if (linked) await mustStillBeIn(tx, linked.session);
  const claims = { roster_id: rosterId, roster_group: group, used: now };
  if (known) {
    // The identity may have been unlinked, or merged into another account, while this transaction waited for the
    // person's row.
    const { numUpdatedRows } = await tx
      .updateTable('identities')
      .set(claims)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('person', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new RefusalError(401, 'sign-in');
  } else {
    const other = linked !== null && (await isLinked(tx, issuer, id));
    if (other) throw conflict('issuer/linked');
    await tx
      .insertInto('identities')
      .values({ issuer, subject, person: id, made_account: linked === null, ...claims })
      .execute();
    await audit(tx, id, 'linked a sign-in', issuer);
  }
  if (rosterId !== null) await takeFromOthers(tx, issuer, subject, rosterId);
  return id;
}

/** Checks whether a person already signs in with another account of this issuer. */
const isLinked = async (tx: Tx, issuer: string, person: number): Promise<boolean> =>
  (await tx
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('person', '=', person)
    .executeTakeFirst()) !== undefined;

/** Takes a roster id from other identities, since the issuer may have reassigned it. */
async function takeFromOthers(tx: Tx, issuer: string, subject: string, rosterId: string): Promise<void> {
  await sql`update identities set roster_id = null
    where issuer = ${issuer} and subject <> ${subject} and lower(roster_id) = lower(${rosterId})`.execute(tx);
}

/** Creates an account with the issuer's name for the person, followed by a number if the name is taken. */
async function newNamed(tx: Tx, wanted: string): Promise<number> {
  const isName = personName.safeParse(wanted).success && nameProblem(wanted) === undefined;
  const name = isName ? wanted : 'Guest';
  for (let tries = 1; ; tries++) {
    const number = tries <= MAX_NAME_NUMBER ? tries : randomInt(MAX_NAME_NUMBER, 1e6);
    const tried = number === 1 ? cut(name, MAX_NAME_LENGTH) : `${cut(name, MAX_NAME_LENGTH - 7)} ${number}`;
    try {
      return await newPerson(tx, tried, 'entrant', null);
    } catch (error) {
      if (!(error instanceof RefusalError) || error.problem.code !== 'name/taken' || tries === 2 * MAX_NAME_NUMBER)
        throw error;
    }
  }
}

/** Returns the beginning of a text, without an unpaired surrogate at its end. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
