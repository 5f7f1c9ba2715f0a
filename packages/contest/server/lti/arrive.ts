import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { audit, holdContest, holdPerson } from '../../store/rows.ts';
import type { Database, Row, Tx } from '../../store/schema.ts';
import { type AccountLink, personOfIdentity } from '../handlers/issuer-sign-in.ts';
import { enterContest } from '../handlers/join.ts';
import { tieProven } from '../issuer-rows.ts';
import { RefusalError } from '../refusal.ts';
import { serverRoleOf } from '../roles.ts';
import { beginSession, markIn } from '../session.ts';
import { endIdle } from '../team.ts';
import { identityIssuer, type Platform } from './platform.ts';
import type { Arrival } from './tickets.ts';

export async function platformOf(db: Database | Tx, id: number): Promise<Platform> {
  const found = await db.selectFrom('lti_platforms').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new RefusalError(403, 'lti/ticket');
  return found;
}

/** Returns the account of a person who arrives from a platform; undefined for a new person. */
export async function accountOf(
  db: Database | Tx,
  platform: Platform,
  subject: string,
): Promise<Row<'people'> | undefined> {
  return await db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.person')
    .selectAll('people')
    .where('identities.issuer', '=', identityIssuer(platform))
    .where('identities.subject', '=', subject)
    .where('people.removed', '=', false)
    .executeTakeFirst();
}

/** Checks whether the platform identifies a row of the contest’s roster that already has an account. */
export async function isRowTaken(db: Database | Tx, platform: Platform, arrival: Arrival): Promise<boolean> {
  const { contest, subject, rosterId } = arrival;
  if (contest === null || !arrival.isLearner) return false;
  const { rows } = await sql`
    select 1 from roster where contest = ${contest} and person is not null
      and ((issuer = ${identityIssuer(platform)} and subject = ${subject}) or lower(roster_id) = lower(${rosterId}))`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Signs in a person who arrives from a platform: with their existing account, a linked account, or a new account.
 * Students join the contest. Teachers may create contests if an organiser allowed that for the platform. They become
 * assistants of the course's contest if an owner allowed that for the course. No platform can appoint organisers.
 * Returns the page to show.
 */
export async function arrive(
  tx: Tx,
  platform: Platform,
  arrival: Arrival,
  linked: AccountLink | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { subject, name, rosterId } = arrival;
  const identity = { subject, name: name ?? undefined, rosterId: rosterId ?? undefined };
  const id = await personOfIdentity(tx, identityIssuer(platform), identity, linked);
  if (!(await markIn(tx, id))) throw new RefusalError(401, 'sign-in');
  const person = await holdPerson(tx, id);
  if (!person) throw new RefusalError(401, 'sign-in');
  if (arrival.isTeacher && platform.organisers && serverRoleOf(person) === 'entrant') {
    await tx.updateTable('people').set({ makes_contests: true }).where('id', '=', id).execute();
    await audit(tx, id, 'became a teacher', platform.name);
  }
  let to = '/';
  if (arrival.contest !== null) {
    const contest = await holdContest(tx, arrival.contest);
    if (arrival.isLearner && contest.state !== 'closed') await enterContest(tx, contest, person, undefined);
    if (arrival.isTeacher) await assist(tx, contest, arrival.course, id);
    to = `/c/${contest.slug}`;
  }
  await tieProven(tx, id);
  await beginSession(tx, id, request, reply);
  return to;
}

/**
 * Makes a teacher of a course an assistant of the course's contest, if an owner allowed this. An existing role stays.
 */
async function assist(tx: Tx, contest: Row<'contests'>, course: number | null, person: number): Promise<void> {
  if (course === null || contest.archived !== null) return;
  const agreed = await tx
    .selectFrom('lti_courses')
    .select('title')
    .where('id', '=', course)
    .where('contest', '=', contest.id)
    .where('teachers', '=', true)
    .executeTakeFirst();
  if (!agreed) return;
  const added = await tx
    .insertInto('staff')
    .values({ contest: contest.id, person, role: 'assistant' })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return;
  await endIdle(tx, contest.id, person);
  await audit(tx, person, 'became an assistant', agreed.title, contest.id);
}
