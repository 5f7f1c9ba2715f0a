import { START } from '../ladder/history.ts';
import type { TableRow } from '../store/schema.ts';

/**
 * The rows of the newest table with those who are live by now and not in it: they stand there with no games from the moment on in which they
 * are live, a new version at the place of the one before it, where its first games find it, and who is new in the middle. Who has
 * no version that plays is not listed.
 */
export function listedNow(
  rows: readonly TableRow[],
  live: readonly { readonly version: number; readonly entrant: number }[],
): TableRow[] {
  const known = new Map(rows.map((row) => [row.entrant, row]));
  const fresh = live.flatMap(({ version, entrant }): TableRow[] => {
    const before = known.get(entrant);
    if (before?.version === version) return [];
    return [{ place: 0, entrant, version, rating: before?.rating ?? START, games: 0, wins: 0 }];
  });
  const same = rows.filter((row) => live.some((each) => each.version === row.version));
  if (fresh.length === 0 && same.length === rows.length) return [...rows];
  const all = [...same, ...fresh];
  return all
    .map((row) => ({ ...row, place: 1 + all.filter(({ rating }) => rating > row.rating).length }))
    .sort((one, other) => one.place - other.place || one.version - other.version);
}
