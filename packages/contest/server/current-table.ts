import { START } from '../ladder/history.ts';
import type { TableRow } from '../store/schema.ts';

/**
 * Returns the rows of the newest table, and rows without games for live versions that aren't in the table. A new
 * version has its predecessor's place, and a new entrant is in the middle. Entrants without a live version aren't
 * listed.
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
  const playing = new Set(live.map(({ version }) => version));
  const same = rows.filter((row) => playing.has(row.version));
  if (fresh.length === 0 && same.length === rows.length) return [...rows];
  return placed([...same, ...fresh].sort((one, other) => other.rating - one.rating || one.version - other.version));
}

/** Returns the rows with their places. `rows`: sorted, with the best row first. */
function placed(rows: readonly TableRow[]): TableRow[] {
  let place = 1;
  return rows.map((row, at) => {
    if (at > 0 && row.rating < rows[at - 1].rating) place = at + 1;
    return { ...row, place };
  });
}
