/** A match as ratings see it: who took part and who was placed above whom. */
export interface RatedMatch {
  /** One name a seat; a name may sit in several. */
  readonly players: readonly string[];
  /** By seat: the share (0…1) of the places below (see `placeShares`). */
  readonly shares: readonly number[];
  /** Seats whose players only filled the table: what they reached counts for no one. */
  readonly standIns?: readonly number[] | undefined;
}

/**
 * Each player once, with the mean of its seats' shares; in the order of the names, so that seats do not matter. Stand-ins are left out,
 * and the others keep their order.
 */
export function participants({ players, shares, standIns = [] }: RatedMatch): { name: string; share: number }[] {
  const seats = new Map<string, number[]>();
  players.forEach((name, seat) => {
    if (!standIns.includes(seat)) seats.set(name, [...(seats.get(name) ?? []), shares[seat]]);
  });
  return [...seats]
    .map(([name, all]) => ({ name, share: all.reduce((a, b) => a + b, 0) / all.length }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All who took part, those who only ever stood in left out; sorted. */
export function namesIn(matches: readonly RatedMatch[]): string[] {
  return [...new Set(matches.flatMap((match) => participants(match).map(({ name }) => name)))].sort();
}

/** Shares that differ by less are a tie: sums of thirds come out differently by rounding. */
export const TIE = 1e-9;
