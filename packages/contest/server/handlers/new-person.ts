import { sql } from 'kysely';
import type { Tx } from '../../store/schema.ts';
import { Refusal, wrong } from '../refusal.ts';
import { foldName, inLatin, oddName } from '../secrets.ts';

/** Held while an account is made: names are compared with those of all others. */
const NAMES_LOCK = 7_215_003;

/** Makes an account; equal names cannot be told apart. */
export async function newPerson(
  tx: Tx,
  name: string,
  role: 'organiser' | 'entrant',
  password: string,
): Promise<number> {
  const folded = foldName(name);
  const problem = oddName(folded);
  if (problem !== undefined) throw wrong('name', problem);
  // One after the other: a name that looks like another one is seen even if both come at once.
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);
  const taken = await tx
    .selectFrom('people')
    .select('id')
    .where('folded', 'in', [folded, inLatin(folded)])
    .where('removed', '=', false)
    .executeTakeFirst();
  if (taken) throw new Refusal(409, 'name/taken', { values: { name }, field: 'name' });
  const { id } = await tx
    .insertInto('people')
    .values({ name, folded, role, password })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
