import { foldName } from '../store/looks.ts';
import type { Database } from '../store/schema.ts';
import type { Allowed } from './guard.ts';
import { contestOf, type Server } from './handler.ts';

type Entrant = { readonly number: number; readonly name: string };
type Asker = Pick<Allowed, 'role' | 'entrant' | 'contest'>;

export const seesRealNames = (asked: Asker): boolean =>
  contestOf(asked).form.realNames === true || asked.role !== undefined || asked.entrant?.approved === true;

/**
 * Entrants' names as the caller sees them. Those who only watch see no real names, unless the contest shows them: such an entrant is called
 * `entrant 7`.
 */
export async function shownNames({ context, cache }: Server, asked: Asker): Promise<(entrant: Entrant) => string> {
  if (seesRealNames(asked)) return ({ name }) => name;
  const { id } = contestOf(asked);
  const real = await cache.of(`real names ${id}`, () => withRealNames(context.store.db, id));
  return ({ number, name }) => (real.has(number) ? `entrant ${number}` : name);
}

/**
 * The numbers of the entrants whose names are real: a name has all words of a name on the roster, in any order. So is the name of someone who
 * signs in elsewhere.
 */
async function withRealNames(db: Database, contest: number): Promise<ReadonlySet<number>> {
  const entrants = await db
    .selectFrom('entrants')
    .select(({ exists, selectFrom }) => [
      'number',
      'name',
      'team_name',
      'chosen_name',
      exists(
        selectFrom('members')
          .innerJoin('identities', 'identities.person', 'members.person')
          .whereRef('members.entrant', '=', 'entrants.id')
          .select('members.person'),
      ).as('elsewhere'),
    ])
    .where('contest', '=', contest)
    .execute();
  const roster = await db.selectFrom('roster').select('name').where('contest', '=', contest).execute();
  const hasRealName = realNameTest(roster.map(({ name }) => name));
  return new Set(
    entrants
      .filter(
        ({ name, team_name, chosen_name, elsewhere }) =>
          (elsewhere && (team_name ?? chosen_name) === null) || hasRealName(name),
      )
      .map(({ number }) => number),
  );
}

const wordsOf = (name: string): string[] =>
  foldName(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether a name has all words of one of these, with or without accents. */
export function realNameTest(names: readonly string[]): (name: string) => boolean {
  const byWord = new Map<string, string[][]>();
  for (const words of names.map(wordsOf)) {
    const [first] = words;
    if (first !== undefined) byWord.set(first, [...(byWord.get(first) ?? []), words]);
  }
  return (name) => {
    const there = new Set(wordsOf(name));
    return [...there].some((word) => byWord.get(word)?.some((words) => words.every((each) => there.has(each))));
  };
}
