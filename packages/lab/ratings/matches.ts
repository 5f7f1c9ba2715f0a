/** A match as ratings use it: its players, and which of them were placed above others. */
export interface RatedMatch {
  /** The players' names, one per seat. A player may have several seats. */
  readonly players: readonly string[];
  /** By seat: the share (0 to 1) of the other places that are below the seat's place (see `placeShares`). */
  readonly shares: readonly number[];
  /** Seats whose players only filled empty seats. Their results don't count. */
  readonly standIns?: readonly number[] | undefined;
}

/**
 * Lists each player once, with the mean of its seats' shares. Players are sorted by name, so that the order of seats
 * doesn't matter. Stand-ins are left out, and all other players keep their order.
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

/** The sorted names of all players, except those that were only stand-ins. */
export function namesIn(matches: readonly RatedMatch[]): string[] {
  return [...new Set(matches.flatMap((match) => participants(match).map(({ name }) => name)))].sort();
}

/** Maximum difference between tied shares. Sums of thirds differ because of rounding errors. */
export const TIE = 1e-9;
