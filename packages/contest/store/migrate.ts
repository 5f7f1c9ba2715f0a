import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { UnusableStoreError } from './database-check.ts';
import { LOCKS, takeLock } from './locks.ts';
import { sql as first } from './migrations/0001-first.ts';
import { sql as rounds } from './migrations/0002-rounds.ts';
import { sql as boardsAreTried } from './migrations/0003-boards-are-tried.ts';
import { sql as similar } from './migrations/0004-similar.ts';
import { sql as laboratory } from './migrations/0005-laboratory.ts';
import { sql as said } from './migrations/0006-said.ts';
import { sql as passkeys } from './migrations/0007-passkeys.ts';
import { sql as oneEntrantEach } from './migrations/0008-one-entrant-each.ts';
import { sql as tokenScopes } from './migrations/0009-token-scopes.ts';
import { sql as oneWriter } from './migrations/0010-one-writer.ts';
import { sql as looks } from './migrations/0011-looks.ts';
import { sql as leases } from './migrations/0012-leases.ts';
import { sql as noLaboratory } from './migrations/0013-no-laboratory.ts';
import { sql as manyServers } from './migrations/0014-many-servers.ts';
import { sql as rosterPeople } from './migrations/0015-roster-people.ts';
import { sql as identities } from './migrations/0016-identities.ts';
import { sql as premieres } from './migrations/0017-premieres.ts';
import { sql as learningPlatforms } from './migrations/0018-learning-platforms.ts';
import { sql as teams } from './migrations/0019-teams.ts';
import { sql as archived } from './migrations/0020-archived.ts';
import { sql as contestRoles } from './migrations/0021-contest-roles.ts';
import { sql as teamNames } from './migrations/0022-team-names.ts';
import { sql as comparisons } from './migrations/0023-comparisons.ts';
import { sql as courseTeachers } from './migrations/0024-course-teachers.ts';
import { sql as invitations } from './migrations/0025-invitations.ts';
import { sql as auditRows } from './migrations/0026-audit-rows.ts';
import { sql as identityGroup } from './migrations/0027-identity-group.ts';
import { sql as madeAccount } from './migrations/0028-made-account.ts';
import { fillLooks } from './name-key.ts';
import type { Database, Tx } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** A change to the tables. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * Whether servers that don't support this change must stop, or can't start, because they can't use the database any
   * more. Otherwise, they can run alongside new servers.
   */
  readonly breaks?: true;
}

/** All changes of the tables, in order; a released change is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-first', sql: first },
  { name: '0002-rounds', sql: rounds },
  { name: '0003-boards-are-tried', sql: boardsAreTried },
  { name: '0004-similar', sql: similar },
  { name: '0005-laboratory', sql: laboratory },
  { name: '0006-said', sql: said },
  { name: '0007-passkeys', sql: passkeys },
  { name: '0008-one-entrant-each', sql: oneEntrantEach },
  { name: '0009-token-scopes', sql: tokenScopes },
  { name: '0010-one-writer', sql: oneWriter },
  { name: '0011-looks', sql: looks },
  { name: '0012-leases', sql: leases },
  { name: '0013-no-laboratory', sql: noLaboratory },
  { name: '0014-many-servers', sql: manyServers, breaks: true },
  { name: '0015-roster-people', sql: rosterPeople },
  { name: '0016-identities', sql: identities },
  { name: '0017-premieres', sql: premieres },
  { name: '0018-learning-platforms', sql: learningPlatforms },
  { name: '0019-teams', sql: teams },
  { name: '0020-archived', sql: archived },
  { name: '0021-contest-roles', sql: contestRoles },
  { name: '0022-team-names', sql: teamNames },
  { name: '0023-comparisons', sql: comparisons },
  { name: '0024-course-teachers', sql: courseTeachers },
  { name: '0025-invitations', sql: invitations },
  { name: '0026-audit-rows', sql: auditRows },
  { name: '0027-identity-group', sql: identityGroup },
  { name: '0028-made-account', sql: madeAccount },
];
/** Several servers can use a database to which at least this number of changes has been applied. */
const MANY_SERVERS = 14;
/** Number of changes that a server of this release supports. */
export const LEVEL: number = MIGRATIONS.length;

/** Seconds of silence after which a server is assumed to have stopped. Each server sends a heartbeat each second. */
export const GONE_SECONDS = 6;
/** Number of checks for servers that must end, and number of milliseconds between two checks. */
const LOOKS = { many: 60, ms: 500 };

/**
 * Brings the tables up to date, completely or not at all. Servers of earlier releases may continue, unless a change
 * breaks them. In that case, they notice the change in `least` (server/presence.ts) and stop, and this function waits
 * for them.
 * @throws {UnusableStoreError} if a newer release has changed the tables so that this release can't work with them, or
 * if servers that must stop keep running
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[] = MIGRATIONS,
  looks: number = LOOKS.many,
): Promise<void> {
  const breaking = migrations.findLastIndex(({ breaks }) => breaks) + 1;
  for (let left = looks; !(await tryMigrate(db, migrations, breaking)); left--) {
    if (left === 0)
      throw new UnusableStoreError(
        'a server of an earlier release is still running, and can’t run alongside this release. Stop it first',
      );
    await sleep(LOOKS.ms);
  }
}

/** Returns false if servers must end first. */
async function tryMigrate(db: Database, migrations: readonly Migration[], breaking: number): Promise<boolean> {
  // Because running servers use the tables, this transaction may end in a deadlock, and is then repeated.
  return await inTransaction(db.transaction(), async (tx) => {
    await takeLock(tx, 'tables');
    await sql`create table if not exists migrations (name text primary key, at timestamptz not null default now())`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx);
    const done = new Set(rows.map(({ name }) => name));
    const known = new Set(migrations.map(({ name }) => name));
    const foreign = rows.find(({ name }) => !known.has(name));
    if (foreign) {
      const least = await leastLevel(tx);
      if (least === undefined || least > migrations.length)
        throw new UnusableStoreError(
          `the database belongs to a newer release of Ludus (it has ${foreign.name}). Use that release or a later one`,
        );
    }
    const missing = migrations.filter(({ name }) => !done.has(name));
    if (done.size > 0 && missing.some(({ breaks }) => breaks) && !(await othersHaveEnded(tx, done.size, breaking)))
      return false;
    for (const migration of missing) {
      await runSql(tx, migration.sql);
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx);
    }
    await fillLooks(tx);
    await keepMeta(tx, 'epoch', randomBytes(16).toString('hex'), false);
    if (missing.length > 0) await keepMeta(tx, 'least', String(breaking), true);
    return true;
  });
}

/** Returns the level that servers need to work with the database; undefined if it isn't stored. */
async function leastLevel(tx: Tx): Promise<number | undefined> {
  const found = await tx.selectFrom('meta').select('value').where('key', '=', 'least').executeTakeFirst();
  return found && Number(found.value);
}

async function othersHaveEnded(tx: Tx, level: number, least: number): Promise<boolean> {
  if (level < MANY_SERVERS) {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${LOCKS.singleServer}) as free`.execute(tx);
    return rows[0].free;
  }
  await keepMeta(tx, 'least', String(least), true);
  const { rows } = await sql`
    select 1 from servers where level < ${least} and seen > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`.execute(
    tx,
  );
  return rows.length === 0;
}

async function keepMeta(tx: Tx, key: string, value: string, isNew: boolean): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: isNew ? value : eb.ref('meta.value') })),
    )
    .execute();
}

/** Runs several statements one by one, since a prepared query can contain only one statement. */
export async function runSql(tx: Tx, text: string): Promise<void> {
  for (const statement of statements(text)) await sql.raw(statement).execute(tx);
}

export const statements = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((each) => each.trim() !== '');
