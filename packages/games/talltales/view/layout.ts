/** A place on the table, in cells from its middle. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The positions of one player's objects. */
export interface Place {
  /** The mat with the dice or the cup, and its radius. */
  readonly mat: Point;
  readonly radius: number;
  readonly open: Point;
  readonly bubble: Point;
  readonly plate: Point;
}

/** Half the width and half the height of the picture. */
export const HALF = { width: 8, height: 6.7 } as const;

/** A place at the upper edge (−1) or the lower edge (1) of the table. Turns move clockwise. */
const place = (x: number, side: number): Place => ({
  mat: { x, y: 3.68 * side },
  radius: 1.46,
  open: { x, y: 1.86 * side },
  bubble: { x, y: 1.1 * side },
  plate: { x, y: 5.55 * side },
});

/** Two players are at the left and the right, and have more space. */
const wide = (x: number): Place => ({
  mat: { x, y: 1.9 },
  radius: 2.1,
  open: { x, y: -0.8 },
  bubble: { x, y: -2.7 },
  plate: { x, y: 4.75 },
});

/** By number of players. */
const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: [wide(-4.3), wide(4.3)],
  3: [place(-4.2, -1), place(4.2, -1), place(0, 1)],
  4: [place(-4.2, -1), place(4.2, -1), place(4.2, 1), place(-4.2, 1)],
  5: [place(-5.2, -1), place(0, -1), place(5.2, -1), place(3, 1), place(-3, 1)],
  6: [place(-5.2, -1), place(0, -1), place(5.2, -1), place(5.2, 1), place(0, 1), place(-5.2, 1)],
};

export const placesOf = (players: number): readonly Place[] => PLACES[players];

/** Position of the wild face and the message about the deal. */
export const middleOf = (players: number): Point => (players === 2 ? { x: 0, y: -4.9 } : { x: 0, y: 0 });

/**
 * Arranges this number of objects of this size in rows inside a circle. The points are relative to the circle's centre.
 */
export function rowsIn(count: number, size: number): Point[] {
  const columns = count <= 3 ? count : count === 4 ? 2 : count <= 6 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return { x: ((n % columns) - (inRow - 1) / 2) * size, y: (row - (rows - 1) / 2) * size };
  });
}
