import { sql } from 'kysely';
import type { Contest } from '../api/contest.ts';
import { type ContestRole, includesRole } from '../api/roles.ts';
import { gatekeeperOf, kitIn } from '../game-catalog.ts';
import type { Database, Row, Tx } from '../store/schema.ts';
import type { Server } from './handler.ts';
import { notFound } from './refusal.ts';

/** Returns a contest for display. Only owners and assistants see its class code, and no one sees its secret. */
export async function showContest(
  { context }: Server,
  db: Database | Tx,
  contest: Row<'contests'>,
  role: ContestRole | undefined,
): Promise<Contest> {
  const { rows } = await sql<{ entrants: number; done: number; waiting: number; batch: number; owned: boolean }>`
    select
      (select count(*)::int from entrants where contest = ${contest.id}) as entrants,
      (select count(*)::int from matches where contest = ${contest.id} and state = 'done') as done,
      (select count(*)::int from matches where contest = ${contest.id} and state in ('queued', 'leased')) as waiting,
      (select coalesce(max(number), 0) from batches where contest = ${contest.id} and finished is not null) as batch,
      exists (select 1 from staff where contest = ${contest.id} and role = 'owner') as owned`.execute(db);
  const [{ entrants, done, waiting, batch, owned }] = rows;
  const kit = kitIn(context.catalog, contest.form.game);
  return {
    ...contest.form,
    // A contest from an older release lacks this field.
    slug: contest.slug,
    id: contest.id,
    state: contest.state,
    gameTitle: kit.game.title,
    gatekeeper: gatekeeperOf(kit, contest.form.qualify),
    entrants,
    matches: done,
    waiting,
    batch,
    until: contest.until,
    created: contest.created.toISOString(),
    archived: contest.archived?.toISOString() ?? null,
    ...(includesRole(role, 'assistant') && { code: contest.code }),
    ...(role && { owned }),
  };
}

/** Returns the current state of a contest, for a person who has just changed the contest. */
export async function showToOrganiser(server: Server, id: number): Promise<Contest> {
  const { db } = server.context.store;
  const row = await db.selectFrom('contests').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(`contest ${id}`);
  return await showContest(server, db, row, 'owner');
}

/** Checks whether matches are waiting and no worker has been seen for a minute. */
export async function isWorkerMissing(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select exists (select 1 from matches where state = 'queued')
      and not exists (select 1 from workers where why is null and seen > clock_timestamp() - interval '60 seconds') as missing`.execute(
    db,
  );
  return rows[0].missing;
}
