import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { issuerSignIn } from '../../api/sign-in.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Database, Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import { personName } from '../../words.ts';
import { DONE, type Handlers, personOf, type Server } from '../handler.ts';
import type { Identity, Issuer, Way } from '../issuer.ts';
import { nameProblem } from '../names.ts';
import { tieProven } from '../prove-rows.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
import { beginSession, markIn } from '../session.ts';
import { opened, signed } from '../signed.ts';
import { newPerson } from './new-person.ts';

/** So long someone has for the issuer's pages. */
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
/** To one of our pages only. */
const isOurs = (to: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(to);

export const issuerHandlers: Handlers<keyof typeof issuerSignIn> = {
  async signInWays({ issuers, hasPasswords }) {
    return {
      issuers: issuers.map(({ settings: { id, name } }) => ({ id, name })),
      passwords: hasPasswords,
    };
  },

  async beginSignIn(server, { params, query, person, request, reply }) {
    const issuer = issuerOf(server, params.issuer);
    const to = isOurs(query.to) ? query.to : '/';
    // Any site may send a browser here: that links no account.
    if (person) return await shown(reply, issuer, to, async () => to);
    return await shown(
      reply,
      issuer,
      to,
      async () => await begin(server, issuer, { to, person: null }, request, reply),
    );
  },

  async linkSignIn(server, asked) {
    const issuer = issuerOf(server, asked.params.issuer);
    const kept = { to: '/me', person: personOf(asked).id };
    return { url: await begin(server, issuer, kept, asked.request, asked.reply) };
  },

  async endSignIn(server, { params, person, request, reply }) {
    const { context } = server;
    const issuer = issuerOf(server, params.issuer);
    const kept = await opened<Kept>(context.store.db, 'way', request.cookies[cookieName(request)] ?? '');
    return await shown(reply, issuer, kept?.to ?? '/', async () => {
      reply.clearCookie(cookieName(request), cookieOptions(request));
      // Begun by someone else in this browser, by another issuer, or long ago.
      if (kept?.issuer !== issuer.settings.issuer || kept.person !== (person?.id ?? null))
        throw new Refusal(403, 'issuer/refused');
      const address = new URL(backOf(request, issuer));
      address.search = request.url.split('?')[1] ?? '';
      const identity = await issuer.end(address, kept);
      await context.store.transaction(async (tx) => {
        const id = await personOfIdentity(tx, issuer.settings.issuer, identity, kept.person);
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
    const rows = await context.store.db
      .selectFrom('identities')
      .select(['issuer', 'created', 'used'])
      .where('person', '=', personOf(asked).id)
      .where('issuer', 'not like', `${OF_PLATFORMS}%`)
      .orderBy('created')
      .execute();
    return rows.map(({ issuer, created, used }) => ({
      issuer,
      name: issuers.find(({ settings }) => settings.issuer === issuer)?.settings.name ?? issuer,
      created: created.toISOString(),
      used: used?.toISOString() ?? null,
    }));
  },

  async unlinkSignIn({ context, hasPasswords }, asked) {
    const { issuer } = asked.body;
    await context.store.transaction(async (tx) => {
      const own = await holdPerson(tx, personOf(asked).id);
      if (!own) throw new Refusal(401, 'sign-in');
      const mine = tx.deleteFrom('identities').where('person', '=', own.id).where('issuer', '=', issuer);
      const { numDeletedRows } = await mine.where('issuer', 'not like', `${OF_PLATFORMS}%`).executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw notFound('issuer');
      const { rows } = await sql`
        select 1 from identities where person = ${own.id} union select 1 from passkeys where person = ${own.id}`.execute(
        tx,
      );
      const hasPassword = own.password !== null && (hasPasswords || own.role === 'organiser');
      if (rows.length === 0 && !hasPassword) throw conflict('issuer/only-way');
      await audit(tx, own.id, 'unlinked a sign-in', issuer);
    });
    return DONE;
  },
};

/** How the issuers of learning platforms begin (lti/platform.ts): they come by their own way. */
const OF_PLATFORMS = 'lti ';

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

/** Ids on rosters by the word of issuers that prove rows no longer are forgotten. */
export async function forgetUnproven(db: Database, issuers: readonly Issuer[]): Promise<void> {
  const proving = issuers.flatMap(({ settings }) => (settings.rosterClaim === null ? [] : [settings.issuer]));
  await sql`update identities set roster_id = null
    where roster_id is not null and issuer not like ${`${OF_PLATFORMS}%`} and issuer <> all(${proving})`.execute(db);
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

/** The account of an identity, which is made or linked where there is none. Its row is held. */
export async function personOfIdentity(
  tx: Tx,
  issuer: string,
  identity: Identity,
  linked: number | null,
): Promise<number> {
  const { subject, rosterId = null, group = null } = identity;
  // One after the other: two windows of one person make one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7215004))`.execute(tx);
  const known = await tx
    .selectFrom('identities')
    .select('person')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known && linked !== null && known.person !== linked) throw conflict('issuer/other-account');
  const id = known?.person ?? linked ?? (await newNamed(tx, identity.name ?? 'Guest'));
  if (!(await holdPerson(tx, id))) throw new Refusal(401, 'sign-in');
  await tx
    .insertInto('identities')
    .values({ issuer, subject, person: id, roster_id: rosterId, roster_group: group, used: now })
    .onConflict((again) =>
      again.columns(['issuer', 'subject']).doUpdateSet({ roster_id: rosterId, roster_group: group, used: now }),
    )
    .execute();
  if (!known) await audit(tx, id, 'linked a sign-in', issuer);
  return id;
}

/** A new account by the issuer's name for someone, which has a number behind it where others have the name already. */
async function newNamed(tx: Tx, wanted: string): Promise<number> {
  const isName = personName.safeParse(wanted).success && nameProblem(wanted) === undefined;
  const name = isName ? wanted : 'Guest';
  for (let tries = 1; ; tries++) {
    const number = tries <= MOST_NAMES ? tries : randomInt(MOST_NAMES, 1e6);
    const tried = number === 1 ? name.slice(0, LONGEST_NAME) : `${name.slice(0, LONGEST_NAME - 7)} ${number}`;
    try {
      return await newPerson(tx, tried, 'entrant', null);
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'name/taken' || tries === 2 * MOST_NAMES) throw error;
    }
  }
}
