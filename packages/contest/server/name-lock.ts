import { sql } from 'kysely';
import type { Tx } from '../store/schema.ts';
import { RefusalError } from './refusal.ts';

const NAMES_LOCK = 7_215_003;

/**
 * Locks all names while a person or team gets a name, which is compared with all other names. This detects similar
 * names even if they are chosen at the same time. This lock is taken before the locks of people and contests.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);
}

export const nameTaken = (name: string): RefusalError =>
  new RefusalError(409, 'name/taken', { values: { name }, field: 'name' });
