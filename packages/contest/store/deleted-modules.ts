import type { SeatInput } from '../words.ts';
import type { Database, Tx } from './schema.ts';

/** Returns which of these versions of a contest have deleted modules. */
export async function goneVersions(
  db: Database | Tx,
  contest: number,
  versions: readonly number[],
): Promise<ReadonlySet<number>> {
  if (versions.length === 0) return new Set();
  const rows = await db
    .selectFrom('submissions')
    .select('number')
    .where('contest', '=', contest)
    .where('number', 'in', [...versions])
    .where('module', 'is', null)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** Returns the versions in a match. */
export const versionsIn = (seats: readonly SeatInput[]): number[] =>
  seats.flatMap((seat) => (seat.kind === 'module' ? [seat.version] : []));
