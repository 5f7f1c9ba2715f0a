import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { issuerSignIn } from '../../api/sign-in.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Database, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { isOwnPage, personName } from '../../words.ts';
import { DONE, type Handlers, personOf, type Server, sessionOf } from '../handler.ts';
import type { Identity, Issuer, Way } from '../issuer.ts';
import { tieProven } from '../issuer-rows.ts';
import { identityIssuer } from '../lti/platform.ts';
import { nameProblem } from '../names.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
import { beginSession, markIn } from '../session.ts';
import { opened, signed, takeOnce } from '../signed.ts';
import { endAccess, mustHaveWay, mustStillBeIn } from './access.ts';
import { newPerson } from './new-person.ts';

/** Time that someone has for the issuer's pages. */
const WAY_SECONDS = 600;
/** Names are tried with numbers up to this one where others have them, and then with any. */
const MOST_NAMES = 20;
const LONGEST_NAME = 60;

/** The browser keeps it, signed by this server, until it is back from the issuer. */
interface Kept extends Way {
  readonly issuer: string;
  readonly to: string;
  /** Whose account is to be linked; null: no one was signed in. */
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
    // Any site may send a browser here: that links no account, and signs no one in without a click of theirs.
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
    const kept = await opened<Kept>(context.store.db, 'way', request.cookies[cookieName(request)] ?? '');
    return await shown(reply, issuer, kept?.to ?? '/', async () => {
      // Not the answer that is awaited: another tab's, or no answer at all.
      if (kept === undefined || kept.state !== query.state) throw new Refusal(403, 'issuer/refused');
      reply.clearCookie(cookieName(request), cookieOptions(request));
      // Begun by someone else in this browser, by another issuer, or used before.
      const isOwn = kept.issuer === issuer.settings.issuer && kept.person === (person?.id ?? null);
      if (!isOwn || !(await takeOnce(context.store.db, `way ${kept.state}`, new Date(Date.now() + 1000 * WAY_SECONDS))))
        throw new Refusal(403, 'issuer/refused');
      const address = new URL(backOf(request, issuer));
      address.search = request.url.split('?')[1] ?? '';
      const identity = await issuer.end(address, kept);
      await context.store.transaction(async (tx) => {
        const linked = kept.person === null ? null : { person: kept.person, session: sessionOf(asked) };
        const id = await personOfIdentity(tx, issuer.settings.issuer, identity, linked);
        if (!(await markIn(tx, id))) throw new Refusal(401, 'sign-in');
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
      if (!own) throw new Refusal(401, 'sign-in');
      const { numDeletedRows } = await tx
        .deleteFrom('identities')
        .where('person', '=', id)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw notFound('issuer');
      await mustHaveWay(tx, server, own);
      // Any of them may have begun with it.
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

/** The issuer's address for this browser, which keeps the way. */
async function begin(
  { context }: Server,
  issuer: Issuer,
  then: Pick<Kept, 'to' | 'person'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { url, way } = await issuer.begin(backOf(request, issuer));
  const kept: Kept = { ...way, ...then, issuer: issuer.settings.issuer };
  const sign = await signed(context.store.db, 'way', kept, WAY_SECONDS);
  reply.setCookie(cookieName(request), sign, { ...cookieOptions(request), maxAge: WAY_SECONDS });
  return url.href;
}

/** Forgets roster ids from issuers that no longer prove rows. */
export async function forgetUnproven(db: Database, issuers: readonly Issuer[]): Promise<void> {
  const proving = issuers.flatMap(({ settings }) => (settings.rosterClaim === null ? [] : [settings.issuer]));
  await sql`update identities set roster_id = null
    where roster_id is not null and issuer not like ${`${identityIssuer({ issuer: '' })}%`} and issuer <> all(${proving})`.execute(
    db,
  );
}

/** The browser shows a page in any case, and what went wrong on the one for signing in, which links back to the page `to`. */
async function shown(
  reply: FastifyReply,
  { settings }: Issuer,
  to: string,
  where: () => Promise<string>,
): Promise<undefined> {
  try {
    reply.redirect(await where());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply.redirect(`/sign-in?${new URLSearchParams({ problem: error.problem.code, issuer: settings.id, to })}`);
  }
  return undefined;
}

/** The person who links an account, and the session that asks for it. */
export interface Linking {
  readonly person: number;
  readonly session: string | undefined;
}

/** The account of an identity, which is made or linked where there is none. Its row is held. */
export async function personOfIdentity(
  tx: Tx,
  issuer: string,
  identity: Identity,
  linked: Linking | null,
): Promise<number> {
  const { subject, rosterId = null, group = null } = identity;
  // One after the other: two windows of one person make one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7215004))`.execute(tx);
  // All locks come before the rows, or two people with one id would wait for each other.
  if (rosterId !== null) {
    const lock = `${issuer} ${rosterId.toLowerCase()}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 7215005))`.execute(tx);
  }
  const known = await tx
    .selectFrom('identities')
    .select('person')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known && linked !== null && known.person !== linked.person) throw conflict('issuer/other-account');
  const id = known?.person ?? linked?.person ?? (await newNamed(tx, identity.name ?? 'Guest'));
  if (!(await holdPerson(tx, id))) throw new Refusal(401, 'sign-in');
  if (linked) await mustStillBeIn(tx, linked.session);
  const claims = { roster_id: rosterId, roster_group: group, used: now };
  if (known) {
    // It may have been unlinked, or merged into another account, while the person's row was awaited.
    const { numUpdatedRows } = await tx
      .updateTable('identities')
      .set(claims)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('person', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal(401, 'sign-in');
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

/** Whether someone already signs in by another account of this issuer. */
const isLinked = async (tx: Tx, issuer: string, person: number): Promise<boolean> =>
  (await tx
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('person', '=', person)
    .executeTakeFirst()) !== undefined;

/** An id on rosters that has changed hands at its issuer is no longer the first one's. */
async function takeFromOthers(tx: Tx, issuer: string, subject: string, rosterId: string): Promise<void> {
  await sql`update identities set roster_id = null
    where issuer = ${issuer} and subject <> ${subject} and lower(roster_id) = lower(${rosterId})`.execute(tx);
}

/** A new account by the issuer's name for someone, which has a number behind it if others already have the name. */
async function newNamed(tx: Tx, wanted: string): Promise<number> {
  const isName = personName.safeParse(wanted).success && nameProblem(wanted) === undefined;
  const name = isName ? wanted : 'Guest';
  for (let tries = 1; ; tries++) {
    const number = tries <= MOST_NAMES ? tries : randomInt(MOST_NAMES, 1e6);
    const tried = number === 1 ? cut(name, LONGEST_NAME) : `${cut(name, LONGEST_NAME - 7)} ${number}`;
    try {
      return await newPerson(tx, tried, 'entrant', null);
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'name/taken' || tries === 2 * MOST_NAMES) throw error;
    }
  }
}

/** The beginning of a text, without half a character at its end. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
