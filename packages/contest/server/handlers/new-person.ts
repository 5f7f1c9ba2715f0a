import { sql } from 'kysely';
import { foldName, lookOf } from '../../store/looks.ts';
import type { Tx } from '../../store/schema.ts';
import { nameProblem } from '../names.ts';
import { Refusal, wrong } from '../refusal.ts';

/** Held while an account is made: names are compared with those of all others. */
const NAMES_LOCK = 7_215_003;

/** Makes an account, if no one else's name is equal or looks like it. */
export async function newPerson(
  tx: Tx,
  name: string,
  role: 'organiser' | 'entrant',
  password: string | null,
): Promise<number> {
  const problem = nameProblem(name);
  if (problem !== undefined) throw wrong('name', problem);
  const [folded, look] = [foldName(name), lookOf(name)];
  // One after the other: a name that looks like another one is seen even if both come at once.
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);
  const taken = await tx
    .selectFrom('people')
    .select('id')
    .where(({ or, eb }) => or([eb('folded', '=', folded), eb('look', '=', look)]))
    .where('removed', '=', false)
    .executeTakeFirst();
  if (taken) throw new Refusal(409, 'name/taken', { values: { name }, field: 'name' });
  const { id } = await tx
    .insertInto('people')
    .values({ name, folded, look, role, password })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
