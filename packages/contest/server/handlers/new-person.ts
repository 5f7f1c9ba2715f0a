import { foldName, lookOf } from '../../store/name-key.ts';
import type { Tx } from '../../store/schema.ts';
import { lockNames, nameTaken } from '../name-lock.ts';
import { nameProblem } from '../names.ts';
import { wrong } from '../refusal.ts';

/** Creates an account, unless the name is the same as another person's or a team's name, or similar to it. */
export async function newPerson(
  tx: Tx,
  name: string,
  role: 'organiser' | 'entrant',
  password: string | null,
): Promise<number> {
  const problem = nameProblem(name);
  if (problem !== undefined) throw wrong('name', problem);
  const [folded, look] = [foldName(name), lookOf(name)];
  await lockNames(tx);
  const taken = await tx
    .selectFrom('people')
    .select('id')
    .where(({ or, eb }) => or([eb('folded', '=', folded), eb('look', '=', look)]))
    .where('removed', '=', false)
    .executeTakeFirst();
  const team = await tx
    .selectFrom('entrants')
    .select('id')
    .where(({ or, eb, fn }) =>
      or([
        ...(['chosen_name', 'team_name'] as const).map((column) => eb(fn('lower', [column]), '=', folded)),
        eb('chosen_look', '=', look),
      ]),
    )
    .executeTakeFirst();
  if (taken || team) throw nameTaken(name);
  const { id } = await tx
    .insertInto('people')
    .values({ name, folded, look, role, password })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
