import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { wrap } from './directions.ts';

/**
 * Maps each player's place to the next player's place, and the last player's to the first player's, on a board of a
 * fixed size.
 */
export class Symmetry {
  readonly rows: number;
  readonly columns: number;
  readonly players: number;
  /** Number of quarter turns to the right; 0 for a shift. */
  readonly quarters: number;
  private readonly down: number;
  private readonly right: number;

  /**
   * A shift moves by this number of cells down and to the right. A turn is about the board's centre; a quarter turn
   * requires a square board.
   */
  constructor(rows: number, columns: number, players: number, quarters: 0 | 1 | 2, down = 0, right = 0) {
    this.rows = rows;
    this.columns = columns;
    this.players = players;
    this.quarters = quarters;
    this.down = down;
    this.right = right;
  }

  /** The image of a cell. */
  image(cell: number): number {
    const { rows, columns } = this;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    if (this.quarters === 1) return column * columns + (columns - 1 - row);
    if (this.quarters === 2) return (rows - 1 - row) * columns + (columns - 1 - column);
    return wrap(row + this.down, rows) * columns + wrap(column + this.right, columns);
  }

  /** The cell and its images, one per player. */
  orbit(cell: number): number[] {
    const cells = [cell];
    while (cells.length < this.players) cells.push(this.image(cells[cells.length - 1]));
    return cells;
  }

  /** Steps from one cell to another, ignoring walls. */
  distance(from: number, to: number): number {
    const { rows, columns } = this;
    const down = wrap(Math.floor(to / columns) - Math.floor(from / columns), rows);
    const right = wrap(to - from, columns);
    return Math.min(down, rows - down) + Math.min(right, columns - right);
  }
}

/** Draws a symmetry: a shift for any number of players, a half turn for two, or a quarter turn for four. */
export function drawSymmetry(players: number, random: Lehmer): Symmetry {
  if (players === 2 && random.range(0, 1) === 0) return new Symmetry(random.range(10, 22), random.range(14, 32), 2, 2);
  if (players === 4 && random.range(0, 1) === 0) {
    const side = random.range(16, 30);
    return new Symmetry(side, side, 4, 1);
  }
  // Each side is divided into equal parts, and the shift is by one part. There may be fewer parts vertically, if their
  // number divides the number of players.
  const downParts = players === 4 ? [1, 2, 4][random.range(0, 2)] : [1, players][random.range(0, 1)];
  const partRows = Math.ceil(random.range(12, 24) / downParts);
  const partColumns = Math.ceil(random.range(18, 36) / players);
  const down = downParts === 1 ? 0 : partRows;
  return new Symmetry(partRows * downParts, partColumns * players, players, 0, down, partColumns);
}

/** All symmetries of these kinds that a board of this size has. */
export function symmetriesOf(rows: number, columns: number, players: number): Symmetry[] {
  const found: Symmetry[] = [];
  if (players === 2) found.push(new Symmetry(rows, columns, 2, 2));
  if (players === 4 && rows === columns) found.push(new Symmetry(rows, columns, 4, 1));
  if (columns % players !== 0) return found;
  // Shifts down by one of `parts` equal parts. After as many shifts as there are players, a cell is back at its start.
  for (let parts = 1; parts <= players; parts++)
    if (rows % parts === 0 && players % parts === 0)
      found.push(new Symmetry(rows, columns, players, 0, parts === 1 ? 0 : rows / parts, columns / players));
  return found;
}
