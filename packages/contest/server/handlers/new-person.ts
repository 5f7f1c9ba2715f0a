import type { Tx } from '../../store/schema.ts';
import { Refusal, wrong } from '../refusal.ts';
import { foldName, inLatin, oddName } from '../secrets.ts';

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
