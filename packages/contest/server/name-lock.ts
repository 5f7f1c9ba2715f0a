import { sql } from 'kysely';
import type { Tx } from '../store/schema.ts';
import { Refusal } from './refusal.ts';

const NAMES_LOCK = 7_215_003;

/**
 * Held while someone or a team gets a name, which is compared with all others. A name that looks like another one is seen even if both come at
 * once. It is taken before people and contests are held.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);
}

export const nameTaken = (name: string): Refusal => new Refusal(409, 'name/taken', { values: { name }, field: 'name' });
