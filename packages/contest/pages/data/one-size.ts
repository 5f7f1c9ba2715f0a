/** The properties of a board that decide which other boards can be in the same round. */
interface Seated {
  readonly name: string;
  readonly seats: number;
}

/** The largest set of boards for equally many players, two or more: what a round can be played on. Of two sets the one for more players. */
export function oneSize<B extends Seated>(boards: readonly B[]): readonly B[] {
  const sizes = [...new Set(boards.map(({ seats }) => seats))].filter((seats) => seats > 1).sort((a, b) => b - a);
  const sets = sizes.map((size) => boards.filter(({ seats }) => seats === size));
  return sets.reduce<readonly B[]>((best, set) => (set.length > best.length ? set : best), []);
}
