import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fillLooks } from './looks.ts';
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
import type { Database, Tx } from './schema.ts';
import { StoreRefused } from './server-place.ts';

/** Every change of the tables, in order; what is released is never changed again. */
const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
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
];

/** Held by who changes tables, and shared by each transaction that writes (migrations/0010-one-writer.ts). */
const LOCK = 7_215_001;

/** A database that a newer release has made. */
export class TooNew extends Error {}

/** So long a server that is going away may still write, in milliseconds. */
const OTHERS_MS = 30_000;
/** SQLSTATE of a lock that was not had in time. */
const NO_LOCK = '55P03';

/**
 * Brings the tables up to date, all of it or nothing. `writer`: the name of the server that writes from now on, and no other one
 * (server-place.ts).
 */
export async function migrate(db: Database, writer?: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(OTHERS_MS)}, true)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx).catch((error) => {
      if (error.code !== NO_LOCK) throw error;
      throw new StoreRefused('another server still writes to this database: end it first');
    });
    await sql`select set_config('lock_timeout', '0', true)`.execute(tx);
    await sql`create table if not exists migrations (name text primary key, at timestamptz not null default now())`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx);
    const known = new Set(MIGRATIONS.map(({ name }) => name));
    const foreign = rows.find(({ name }) => !known.has(name));
    if (foreign) throw new TooNew(`the database was made by a newer release of Ludus: it has ${foreign.name}`);
    const done = new Set(rows.map(({ name }) => name));
    for (const migration of MIGRATIONS) {
      if (done.has(migration.name)) continue;
      await runSql(tx, migration.sql);
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx);
    }
    await fillLooks(tx);
    await tx
      .insertInto('meta')
      .values({ key: 'epoch', value: randomBytes(16).toString('hex') })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (writer !== undefined)
      await tx
        .insertInto('meta')
        .values({ key: 'writer', value: writer })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: writer }))
        .execute();
  });
}

/** Runs several statements, one by one: a prepared statement is a single one. */
export async function runSql(tx: Tx, text: string): Promise<void> {
  for (const statement of statements(text)) await sql.raw(statement).execute(tx);
}

const statements = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((each) => each.trim() !== '');
