import { sql } from 'kysely';
import type { Tx } from './schema.ts';

/**
 * The keys of the database's advisory locks. Older servers and migration 0010 use the same keys, so a key never
 * changes.
 */
export const LOCKS = {
  /** Changes of tables. */
  tables: 7_215_001,
  /** Held by a server from a release that allowed only one server. */
  singleServer: 7_215_002,
  /** All names of people and teams. */
  names: 7_215_003,
  /** An identity at an issuer. */
  identity: 7_215_004,
  /** A roster's ID at an issuer. */
  rosterId: 7_215_005,
  /** The server's keys for learning platforms. */
  platformKeys: 7_215_006,
  /** The registrations of learning platforms. */
  platforms: 7_215_007,
  /** A nickname of a person who calls winners. */
  nickname: 7_215_008,
  /** The token of the servers' own workers. */
  ownToken: 7_215_009,
} as const;

/** Waits for a lock, and holds it until the transaction ends. With `text`, the lock excludes only the same text. */
export async function takeLock(tx: Tx, lock: keyof typeof LOCKS, text?: string): Promise<void> {
  if (text === undefined) await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(tx);
  else await sql`select pg_advisory_xact_lock(hashtextextended(${text}, ${LOCKS[lock]}))`.execute(tx);
}
