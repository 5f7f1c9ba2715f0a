import type { ContestRole, ServerRole } from '../api/roles.ts';
import type { Database, Row, Tx } from '../store/schema.ts';

type Person = Pick<Row<'people'>, 'role' | 'makes_contests'>;

export const serverRoleOf = ({ role, makes_contests }: Person): ServerRole =>
  role === 'entrant' && makes_contests ? 'teacher' : role;

/** The roles of those who help to run a contest, by person. */
export async function rolesIn(db: Database | Tx, contest: number): Promise<ReadonlyMap<number, ContestRole>> {
  const rows = await db.selectFrom('staff').select(['person', 'role']).where('contest', '=', contest).execute();
  return new Map(rows.map(({ person, role }) => [person, role]));
}

/** A person's roles, by contest; without those that an organiser has in all others. */
export async function rolesOf(db: Database | Tx, person: number): Promise<ReadonlyMap<number, ContestRole>> {
  const rows = await db.selectFrom('staff').select(['contest', 'role']).where('person', '=', person).execute();
  return new Map(rows.map(({ contest, role }) => [contest, role]));
}

/** Whether who asks is an owner of a contest that isn't the path's. */
export const isOwnerOf = async (
  tx: Database | Tx,
  { isOrganiser, person }: { readonly isOrganiser: boolean; readonly person?: Row<'people'> },
  contest: number,
): Promise<boolean> => isOrganiser || (person !== undefined && (await rolesIn(tx, contest)).get(person.id) === 'owner');
