import { takeLock } from '../store/locks.ts';
import type { Tx } from '../store/schema.ts';
import { RefusalError } from './refusal.ts';

/**
 * Locks all names while a person or team gets a name, which is compared with all other names. This detects similar
 * names even if they are chosen at the same time. This lock is taken before the locks of people and contests.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await takeLock(tx, 'names');
}

export const nameTaken = (name: string): RefusalError =>
  new RefusalError(409, 'name/taken', { values: { name }, field: 'name' });
