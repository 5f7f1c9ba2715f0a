import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { CurrentUser } from '../api/people.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import { inSeconds, now } from '../store/times.ts';
import { markDevice } from './devices.ts';
import { serverRoleOf } from './roles.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { cookieName } from './who.ts';

/** Duration of a session in seconds. */
const SESSION_SECONDS = 30 * 86_400;

/** Signs someone in with a secret in a cookie that scripts can't read. */
export async function beginSession(
  tx: Tx,
  person: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secret = newSecret('ls');
  await tx
    .insertInto('sessions')
    .values({ hash: hashSecret(secret), person, expires: inSeconds(SESSION_SECONDS) })
    .execute();
  await sql`delete from sessions where expires < clock_timestamp()`.execute(tx);
  reply.setCookie(cookieName(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SESSION_SECONDS,
  });
  await markDevice(tx, person, request, reply);
}

/** Returns the reply of the route `me`. */
export async function meOf(db: Database | Tx, person: Row<'people'> | undefined): Promise<CurrentUser> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const entrants = person
    ? await db
        .selectFrom('members')
        .innerJoin('entrants', 'entrants.id', 'members.entrant')
        .innerJoin('contests', 'contests.id', 'entrants.contest')
        .select([
          'contests.slug as contest',
          'entrants.number',
          'entrants.name',
          'entrants.approved',
          'entrants.closes',
        ])
        .where('members.person', '=', person.id)
        .orderBy('contests.id')
        .execute()
    : [];
  return {
    person: person
      ? {
          id: person.id,
          name: person.name,
          role: serverRoleOf(person),
          ...(person.locale && { locale: person.locale }),
        }
      : null,
    entrants: entrants.map(({ closes, ...each }) => ({ ...each, closes: closes?.toISOString() ?? null })),
    roles: person ? await contestRolesOf(db, person.id) : [],
    now: rows[0].at.toISOString(),
  };
}

const contestRolesOf = (db: Database | Tx, person: number): Promise<CurrentUser['roles']> =>
  db
    .selectFrom('staff')
    .innerJoin('contests', 'contests.id', 'staff.contest')
    .select(['contests.slug as contest', 'staff.role'])
    .where('staff.person', '=', person)
    .orderBy('contests.id')
    .execute();

/**
 * Records a sign-in, and locks the person's row. Returns false if the person was deleted, or no longer has this
 * password.
 */
export async function markIn(tx: Tx, person: number, password?: string | null): Promise<boolean> {
  let mark = tx.updateTable('people').set({ seen: now }).where('id', '=', person).where('removed', '=', false);
  if (password !== undefined) mark = mark.where('password', 'is not distinct from', password);
  return (await mark.executeTakeFirst()).numUpdatedRows > 0n;
}
