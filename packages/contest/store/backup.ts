import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { GONE_SECONDS, runSql } from './migrate.ts';
import { MERGE_ENTRANTS, ONE_ENTRANT_EACH } from './migrations/0008-one-entrant-each.ts';
import { FORGET_LABORATORY } from './migrations/0013-no-laboratory.ts';
import { TIE_ROSTER } from './migrations/0015-roster-people.ts';
import { fillLooks } from './name-key.ts';
import type { Store } from './open.ts';
import type { Database, Tables, Tx } from './schema.ts';

/**
 * Writes all permanent data as lines of JSON from which a database can be restored. Sessions, links, and current work
 * are left out, since they don't survive a restore.
 */

/** Data that doesn't survive a restore, can be computed again, or is specific to a database. */
export const LEFT_OUT: readonly string[] = [
  'meta',
  'migrations',
  'sessions',
  'links',
  'invitations',
  'workers',
  'comparisons',
  'servers',
  'throttles',
  'refused_attempts',
  'lti_keys',
  'lti_nonces',
  'lti_tickets',
];

/** The tables, each with the columns that order its rows. Each table comes after the tables that it refers to. */
export const ORDER: readonly (readonly [name: keyof Tables, by: readonly string[]])[] = [
  ['people', ['id']],
  ['tokens', ['id']],
  ['passkeys', ['id']],
  ['identities', ['issuer', 'subject']],
  ['contests', ['id']],
  ['entrants', ['id']],
  ['members', ['entrant', 'person']],
  ['former_members', ['id']],
  ['staff', ['contest', 'person']],
  ['roster', ['contest', 'roster_id']],
  ['lti_platforms', ['id']],
  ['lti_courses', ['id']],
  ['lti_scores', ['course', 'subject']],
  ['boards', ['id']],
  ['modules', ['hash']],
  ['submissions', ['id']],
  ['steps', ['id']],
  ['quarantine', ['module']],
  ['batches', ['contest', 'number']],
  ['rounds', ['id']],
  ['matches', ['id']],
  ['suspicions', ['module', 'match']],
  ['answers', ['match', 'lease']],
  ['replays', ['match']],
  ['premieres', ['id']],
  ['callers', ['id']],
  ['calls', ['premiere', 'caller']],
  ['tables', ['contest', 'batch']],
  ['events', ['contest', 'id']],
  ['announcements', ['id']],
  ['collections', ['id']],
  ['collected', ['id']],
  ['audit', ['id']],
];

const FORMAT = 1;
/** Number of rows that are read together. */
const AT_ONCE = 200;
/**
 * Number of rows read together from tables that contain files. A file can be up to 4 MiB, and needs five times as much
 * memory while it is read or written.
 */
export const FILES_AT_ONCE = 4;
const WITH_FILES = new Set(['submissions', 'modules', 'replays', 'collected']);

/** Thrown if a backup can't be restored, or if the target database can't receive it. */
export class RestoreRefusedError extends Error {}

/** Writes a consistent snapshot of all permanent data. */
export async function writeBackup(
  db: Database,
  version: string,
  write: (line: string) => void | Promise<void>,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await write(line({ ludus: 'backup', format: FORMAT, version }));
      let rows = 0;
      for (const [name, by] of ORDER) {
        for await (const row of rowsOf(tx, name, by)) {
          await write(line({ table: name, row: coded(row) }));
          rows++;
        }
      }
      await write(line({ end: true, rows }));
    });
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function* rowsOf(tx: Tx, name: string, by: readonly string[]): AsyncGenerator<Record<string, unknown>> {
  const order = sql.join(by.map((column) => sql.ref(column)));
  const atOnce = sql.lit(WITH_FILES.has(name) ? FILES_AT_ONCE : AT_ONCE);
  await sql`declare page no scroll cursor for select * from ${sql.table(name)} order by ${order}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${atOnce} from page`.execute(tx);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close page`.execute(tx);
}

/** Encodes values that JSON can't represent as objects with one key. */
function coded(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, { $time: value.toISOString() }];
      if (value instanceof Uint8Array) return [name, { $bytes: Buffer.from(value).toString('base64') }];
      return [name, value];
    }),
  );
}

function decoded(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value];
      if ('$time' in value) return [name, new Date(String(value.$time))];
      if ('$bytes' in value) return [name, Buffer.from(String(value.$bytes), 'base64')];
      return [name, JSON.stringify(value)];
    }),
  );
}

/**
 * Fills an empty database from a backup, completely or not at all. Leased matches are played again, and answers to them
 * are rejected. Everyone must sign in again, and tokens must be created again.
 */
export async function restore(store: Store, lines: AsyncIterable<string>): Promise<number> {
  return await store.transaction(async (tx) => {
    const { rows: there } = await sql`select 1 from people union all select 1 from contests limit 1`.execute(tx);
    if (there.length > 0)
      throw new RestoreRefusedError('this database is not empty. Restore the backup into an empty database');
    const { rows: servers } = await sql`
      select 1 from servers where seen > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`.execute(tx);
    if (servers.length > 0)
      throw new RestoreRefusedError('a server is using this database. Stop it before you restore a backup');
    // A server's own worker may already have its token.
    await tx.deleteFrom('tokens').execute();
    // In a backup of an earlier release, a person may have several entrants in one contest.
    await sql`drop index members_person_contest`.execute(tx);
    const known = new Set<string>(ORDER.map(([name]) => name));
    let number = 0;
    let rows = 0;
    let ended = false;
    let isRosterTied = false;
    for await (const text of lines) {
      number++;
      const read = parsed(text, number);
      if (number === 1) mustBeBackup(read);
      else if (ended) throw new RestoreRefusedError(`line ${number}: unexpected data after the end of the backup`);
      else if (read.end === true) {
        if (read.rows !== rows)
          throw new RestoreRefusedError(`line ${number}: the backup had ${read.rows} rows, but this file has ${rows}`);
        ended = true;
      } else {
        const { table, row } = read as { readonly table?: unknown; readonly row?: unknown };
        if (typeof table !== 'string' || !known.has(table) || typeof row !== 'object' || row === null)
          throw new RestoreRefusedError(`line ${number}: this isn’t a table row`);
        isRosterTied ||= table === 'roster' && 'person' in row;
        await insert(tx, table, decoded(row as Record<string, unknown>), number);
        rows++;
      }
    }
    if (!ended) throw new RestoreRefusedError(`the backup is incomplete: it ends after line ${number}`);
    await runSql(tx, MERGE_ENTRANTS + ONE_ENTRANT_EACH + FORGET_LABORATORY);
    if (!isRosterTied) await runSql(tx, TIE_ROSTER);
    await fillLooks(tx);
    await settle(tx);
    return rows;
  });
}

function parsed(text: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw new RestoreRefusedError(`line ${number}: this isn’t a backup line`);
}

function mustBeBackup({ ludus, format }: Record<string, unknown>): void {
  if (ludus !== 'backup') throw new RestoreRefusedError('this isn’t a backup of a contest server');
  if (format !== FORMAT)
    throw new RestoreRefusedError(`the backup has format ${format}, but this release reads ${FORMAT}`);
}

async function insert(tx: Tx, table: string, row: Record<string, unknown>, number: number): Promise<void> {
  try {
    await tx
      .insertInto(table as 'people')
      .values(row as never)
      .execute();
  } catch (error) {
    throw new RestoreRefusedError(`line ${number}: ${(error as Error).message}`);
  }
}

/** Restarts work that was in progress at the time of the backup. */
async function settle(tx: Tx): Promise<void> {
  for (const [name, by] of ORDER) {
    if (by[0] !== 'id') continue;
    await sql`
      select setval(pg_get_serial_sequence(${name}, 'id'), greatest((select coalesce(max(id), 0) from ${sql.table(name)}), 1))`.execute(
      tx,
    );
  }
  await sql`
    update matches set state = 'queued', worker = null, token = null, deadline = null where state = 'leased'`.execute(
    tx,
  );
  await sql`
    update submissions set deadline = clock_timestamp() where state not in ('in', 'rejected')`.execute(tx);
  await sql`update tokens set revoked = clock_timestamp() where revoked is null and not own`.execute(tx);
  await sql`update meta set value = ${randomBytes(16).toString('hex')} where key = 'epoch'`.execute(tx);
}
