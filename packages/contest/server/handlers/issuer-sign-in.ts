import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { issuerSignIn } from '../../api/sign-in.ts';
import { audit, holdPerson } from '../../store/rows.ts';
import type { Tx } from '../../store/schema.ts';
import { now } from '../../store/times.ts';
import type { Handlers } from '../handler.ts';
import type { Identity, Way } from '../issuer.ts';
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
const backOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}/api/sign-in/end`;
/** To one of our pages only. */
const isOurs = (to: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(to);

export const issuerHandlers: Handlers<keyof typeof issuerSignIn> = {
  async signInWays({ issuers, hasPasswords }) {
    return { issuers: issuers.map(({ settings }) => ({ name: settings.name })), passwords: hasPasswords };
  },

  async beginSignIn({ context, issuers }, { query, person, request, reply }) {
    const issuer = issuers[query.issuer];
    if (!issuer) throw notFound('issuer');
    return await shown(reply, async () => {
      const { url, way } = await issuer.begin(backOf(request));
      const kept: Kept = {
        ...way,
        issuer: issuer.settings.issuer,
        to: isOurs(query.to) ? query.to : '/',
        person: person?.id ?? null,
      };
      const sign = await signed(context.store.db, 'way', kept, WAY_SECONDS);
      reply.setCookie(cookieName(request), sign, { ...cookieOptions(request), maxAge: WAY_SECONDS });
      return url.href;
    });
  },

  async endSignIn(server, { person, request, reply }) {
    const { issuers, context } = server;
    if (issuers.length === 0) throw notFound('issuer');
    return await shown(reply, async () => {
      const kept = await opened<Kept>(context.store.db, 'way', request.cookies[cookieName(request)] ?? '');
      reply.clearCookie(cookieName(request), cookieOptions(request));
      // Begun by someone else in this browser, or long ago.
      const issuer = issuers.find(({ settings }) => settings.issuer === kept?.issuer);
      if (!kept || !issuer || kept.person !== (person?.id ?? null)) throw new Refusal(403, 'issuer/refused');
      const address = new URL(backOf(request));
      address.search = request.url.split('?')[1] ?? '';
      const identity = await issuer.end(address, kept);
      await context.store.transaction(async (tx) => {
        const id = await personOf(tx, issuer.settings.issuer, identity, kept.person);
        if (!(await markIn(tx, id))) throw new Refusal(401, 'sign-in');
        if (kept.person === null) await beginSession(tx, id, request, reply);
        await tieProven(tx, id);
      });
      await server.tell({ kind: 'changed' });
      server.changed();
      return kept.to;
    });
  },
};

/** The browser shows a page in any case, and what went wrong on the one for signing in. */
async function shown(reply: FastifyReply, where: () => Promise<string>): Promise<undefined> {
  try {
    reply.redirect(await where());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply.redirect(`/sign-in?problem=${encodeURIComponent(error.problem.code)}`);
  }
  return undefined;
}

/** The account of an identity, which is made or linked where there is none. Its row is held. */
export async function personOf(tx: Tx, issuer: string, identity: Identity, linked: number | null): Promise<number> {
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
  if (!known) await audit(tx, id, 'linked a sign-in', '');
  return id;
}

/** A new account by the issuer's name for someone, which has a number behind it where others have the name already. */
async function newNamed(tx: Tx, wanted: string): Promise<number> {
  const name = nameProblem(wanted) === undefined ? wanted : 'Guest';
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
