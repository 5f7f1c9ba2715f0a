import { foldName } from '../store/name-key.ts';
import type { Database } from '../store/schema.ts';
import type { Authorization } from './guard.ts';
import { contestOf, type Server } from './handler.ts';

type Entrant = { readonly number: number; readonly name: string };
/** Returns an entrant's name as a viewer sees it. */
export type ShownName = (entrant: Entrant) => string;
type NameViewer = Pick<Authorization, 'role' | 'entrant' | 'contest'>;

export const seesRealNames = (asked: NameViewer): boolean =>
  contestOf(asked).form.realNames === true || asked.role !== undefined || asked.entrant?.approved === true;

/**
 * Returns entrants' names as the caller sees them. Unless the contest shows real names, spectators see `entrant 7`
 * instead of a real name.
 */
export async function shownNames({ context, cache }: Server, asked: NameViewer): Promise<ShownName> {
  if (seesRealNames(asked)) return ({ name }) => name;
  const { id } = contestOf(asked);
  const real = await cache.of(`real names ${id}`, () => withRealNames(context.store.db, id));
  return ({ number, name }) => (real.has(number) ? `entrant ${number}` : name);
}

/**
 * Returns the numbers of entrants whose names are real. A real name contains all words of a name on the roster, or two
 * of them, or comes from an identity provider.
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

/** Letters that Unicode doesn't decompose, and their usual replacements. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
/** German spellings with an added e. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Minimum length of words that are compared. Shorter words, such as `de` and `la`, are ignored. */
const TELLING = 3;

/** Returns the words of a name in all usual spellings: with and without hyphens, apostrophes, and accents. */
function wordsOf(name: string): string[] {
  const small = foldName(name);
  const ways = [small, small.replace(/[-'’]/g, ' '), small.replace(/[-'’]/g, '')].flatMap((way) => [
    way,
    way.replace(/[äöü]/g, (letter) => UMLAUTS[letter]),
  ]);
  return [
    ...new Set(
      ways.flatMap((way) =>
        way
          .replace(/[łøđðıßæœþ]/g, (letter) => PLAIN[letter])
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word !== ''),
      ),
    ),
  ];
}

/**
 * Returns a function that checks whether a name contains all words of one of these names, or two significant words of
 * one of these names.
 */
export function realNameTest(names: readonly string[]): (name: string) => boolean {
  const byWord = new Map<string, Set<string>[]>();
  for (const words of names.map((name) => new Set(wordsOf(name))))
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), words]);
  return (name) => {
    const there = new Set(wordsOf(name));
    return [...there].some((first) =>
      byWord.get(first)?.some((words) => {
        const shared = [...words].filter((word) => there.has(word));
        return shared.length === words.size || shared.filter(({ length }) => length >= TELLING).length > 1;
      }),
    );
  };
}
