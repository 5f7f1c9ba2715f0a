/** The properties of a board that determine which other boards can be in the same round. */
export interface BoardSeats {
  readonly seats: number;
  readonly teams: readonly number[] | null;
}

/** Returns the number of sides on a board: one per seat, or one per team. */
export const sidesOf = ({ seats, teams }: BoardSeats): number => (teams ? Math.max(...teams) + 1 : seats);

/**
 * Returns the largest set of boards that have the same teams and are for the same number of players (two or more). A
 * round can be played on these boards. If two sets are equally large, returns the set for more players.
 */
export function oneSize<B extends BoardSeats>(boards: readonly B[]): readonly B[] {
  const sorted = boards.filter(({ seats }) => seats > 1).sort((a, b) => b.seats - a.seats);
  const kindOf = ({ seats, teams }: BoardSeats) => `${seats} ${teams}`;
  const kinds = [...new Set(sorted.map(kindOf))];
  const sets = kinds.map((kind) => sorted.filter((board) => kindOf(board) === kind));
  return sets.reduce<readonly B[]>((best, set) => (set.length > best.length ? set : best), []);
}
