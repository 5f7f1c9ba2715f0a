import type { ContestRole, ServerRole } from '../api/roles.ts';
import type { Database, Row, Tx } from '../store/schema.ts';

type Person = Pick<Row<'people'>, 'role' | 'makes_contests'>;

export const serverRoleOf = ({ role, makes_contests }: Person): ServerRole =>
  role === 'entrant' && makes_contests ? 'teacher' : role;

/** Returns the roles of a contest's staff, by person. */
export async function rolesIn(db: Database | Tx, contest: number): Promise<ReadonlyMap<number, ContestRole>> {
  const rows = await db.selectFrom('staff').select(['person', 'role']).where('contest', '=', contest).execute();
  return new Map(rows.map(({ person, role }) => [person, role]));
}

/** Returns a person's roles by contest, without an organiser's rights in all other contests. */
export async function rolesOf(db: Database | Tx, person: number): Promise<ReadonlyMap<number, ContestRole>> {
  const rows = await db.selectFrom('staff').select(['contest', 'role']).where('person', '=', person).execute();
  return new Map(rows.map(({ contest, role }) => [contest, role]));
}

/** Checks whether the caller is an owner of a contest other than the contest in the path. */
export const isOwnerOf = async (
  tx: Database | Tx,
  { isOrganiser, person }: { readonly isOrganiser: boolean; readonly person?: Row<'people'> },
  contest: number,
): Promise<boolean> => isOrganiser || (person !== undefined && (await rolesIn(tx, contest)).get(person.id) === 'owner');
