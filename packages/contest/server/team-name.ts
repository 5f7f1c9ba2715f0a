import type { AnyKit } from 'ludus/kit.ts';
import { looksBuiltIn } from '../game-catalog.ts';
import { foldName, lookOf } from '../store/name-key.ts';
import type { Row, Tx } from '../store/schema.ts';
import { nameTaken } from './name-lock.ts';
import { nameProblem } from './names.ts';
import { wrong } from './refusal.ts';
import { settle } from './team.ts';

/**
 * Sets the name that a team has chosen; null: the team gets its members' names again. The caller must lock the names
 * (`lockNames`) and the contest.
 */
export async function nameTeam(
  tx: Tx,
  kit: AnyKit,
  contest: number,
  entrant: Pick<Row<'entrants'>, 'id'>,
  name: string | null,
): Promise<void> {
  const look = name === null ? null : lookOf(name);
  if (name !== null && look !== null) {
    const problem = nameProblem(name);
    if (problem !== undefined) throw wrong('name', problem);
    if (looksBuiltIn(kit, name)) throw wrong('name', 'name/builtin', { name });
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where(({ or, eb }) => or([eb('folded', '=', foldName(name)), eb('look', '=', look)]))
      .where('removed', '=', false)
      .executeTakeFirst();
    const others = await tx
      .selectFrom('entrants')
      .select('name')
      .where('contest', '=', contest)
      .where('id', '<>', entrant.id)
      .execute();
    const isLike = (other: string) => lookOf(other) === look || foldName(other) === foldName(name);
    if (person || others.some((other) => isLike(other.name))) throw nameTaken(name);
  }
  await tx.updateTable('entrants').set({ chosen_name: name, chosen_look: look }).where('id', '=', entrant.id).execute();
  await settle(tx, contest, entrant.id);
}
