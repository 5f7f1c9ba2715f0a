import { sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import type { Tx } from './schema.ts';

/** Normalises a name for comparison: case, encodings of accents, and spaces don't matter. */
export const foldName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

/** Characters that are never shown: variation selectors, fillers, joiners. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns a name without invisible characters. */
export const visiblePart = (name: string): string => name.normalize('NFKD').replace(INVISIBLE, '');

/** Removes punctuation and spaces at the end of a name, since they are easily overlooked. */
export const withoutEnd = (name: string): string => name.trim().replace(/[ ._'’@+-]+$/u, '');

/**
 * Returns the look of a name: names that may be mistaken for each other have the same look. It is the skeleton of
 * Unicode's UTS #39 §4 for lower-case or upper-case letters. A letter that looks like a Latin letter in either case
 * becomes that Latin letter.
 */
export function lookOf(name: string): string {
  const letters = [...withoutEnd(visiblePart(name)).replace(/\s+/g, ' ')].map((letter) => {
    const looks = [letter, letter.toUpperCase(), letter.toLowerCase()].map(unhomoglyph);
    return looks.find((look) => /^[ -~]+$/.test(look)) ?? looks[2];
  });
  return letters.join('').normalize('NFD').toLowerCase();
}

/**
 * Computes the looks of people who were added before looks existed, in order of age. A name that looks like an earlier
 * person's name is kept, but gets no look.
 */
export async function fillLooks(tx: Tx): Promise<void> {
  const people = await tx
    .selectFrom('people')
    .select(['id', 'name'])
    .where('look', 'is', null)
    .where('removed', '=', false)
    .orderBy('id')
    .execute();
  for (const { id, name } of people) {
    const look = lookOf(name);
    await sql`update people set look = ${look} where id = ${id}
      and not exists (select 1 from people where look = ${look} and not removed)`.execute(tx);
  }
}
