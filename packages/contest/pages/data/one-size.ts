/** The properties of a board that decide which other boards can be in the same round. */
export interface BoardSeats {
  readonly seats: number;
  readonly teams: readonly number[] | null;
}

/** How many entrants play against each other on a board: one per seat, or one per team. */
export const sidesOf = ({ seats, teams }: BoardSeats): number => (teams ? Math.max(...teams) + 1 : seats);

/**
 * The largest set of boards for equally many players, two or more, with the same teams: what a round can be played on. Of two sets the one
 * for more players.
 */
export function oneSize<B extends BoardSeats>(boards: readonly B[]): readonly B[] {
  const sorted = boards.filter(({ seats }) => seats > 1).sort((a, b) => b.seats - a.seats);
  const kindOf = ({ seats, teams }: BoardSeats) => `${seats} ${teams}`;
  const kinds = [...new Set(sorted.map(kindOf))];
  const sets = kinds.map((kind) => sorted.filter((board) => kindOf(board) === kind));
  return sets.reduce<readonly B[]>((best, set) => (set.length > best.length ? set : best), []);
}
