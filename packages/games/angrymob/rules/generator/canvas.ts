import { type MobMap, neighbour } from '../map.ts';

/** Minimum size of a piece of passable ground. Smaller pieces are filled instead of connected. */
const MIN_PIECE_CELLS = 6;

/** Walls under construction. Everything is also drawn at the point-symmetric position. */
export class Canvas {
  readonly rows: number;
  readonly columns: number;
  /** By cell: 1 passable, 0 impassable, as in `MobMap`. */
  readonly passable: Uint8Array;
  /** For `neighbour` and `distancesFrom`. */
  readonly shape: MobMap;

  constructor(rows: number, columns: number, passable: 0 | 1) {
    const cells = rows * columns;
    this.rows = rows;
    this.columns = columns;
    this.passable = new Uint8Array(cells).fill(passable);
    this.shape = { rows, columns, passable: this.passable, neutrals: new Int32Array(0), bases: [0, cells - 1] };
  }

  get cells(): number {
    return this.passable.length;
  }

  /** Draws one cell and its mirror image. Does nothing for a cell outside the map. */
  set(i: number, j: number, passable: 0 | 1): void {
    if (i < 0 || j < 0 || i >= this.rows || j >= this.columns) return;
    const cell = i * this.columns + j;
    this.passable[cell] = passable;
    this.passable[this.mirror(cell)] = passable;
  }

  fill(i: number, j: number, height: number, width: number, passable: 0 | 1): void {
    for (let row = i; row < i + height; row++)
      for (let column = j; column < j + width; column++) this.set(row, column, passable);
  }

  /** Draws a straight or L-shaped path between two cells, along the row first. */
  way(from: number, to: number): void {
    let [i, j] = [Math.floor(from / this.columns), from % this.columns];
    const [row, column] = [Math.floor(to / this.columns), to % this.columns];
    this.set(i, j, 1);
    while (j !== column || i !== row) {
      if (j !== column) j += j < column ? 1 : -1;
      else i += i < row ? 1 : -1;
      this.set(i, j, 1);
    }
  }

  mirror(cell: number): number {
    return this.cells - 1 - cell;
  }

  /**
   * Turns all passable ground into one piece: fills tiny pieces, and connects the other pieces by the shortest tunnels.
   */
  connect(): void {
    for (;;) {
      const { labels, sizes } = this.pieces();
      let largest = -1;
      for (let n = 0; n < sizes.length; n++) if (largest < 0 || sizes[n] > sizes[largest]) largest = n;
      if (largest < 0) return;
      let joined = false;
      for (let cell = 0; cell < this.cells; cell++) {
        const label = labels[cell];
        if (label < 0 || label === largest) continue;
        // The mirror image of the largest piece is equally large, so neither of them is ever filled.
        if (sizes[label] < MIN_PIECE_CELLS && sizes[label] < sizes[largest]) this.passable[cell] = 0;
        else joined = true;
      }
      if (!joined) return;
      this.tunnel(labels, largest, sizes);
    }
  }

  /** Finds the pieces of passable ground: one label per cell (−1 for walls), and one size per label. */
  private pieces(): { labels: Int32Array; sizes: number[] } {
    const labels = new Int32Array(this.cells).fill(-1);
    const sizes: number[] = [];
    const queue = new Int32Array(this.cells);
    for (let start = 0; start < this.cells; start++) {
      if (this.passable[start] === 0 || labels[start] >= 0) continue;
      let end = 0;
      queue[end++] = start;
      labels[start] = sizes.length;
      for (let at = 0; at < end; at++) {
        for (let d = 0; d < 4; d++) {
          const target = neighbour(this.shape, queue[at], d);
          if (target < 0 || this.passable[target] === 0 || labels[target] >= 0) continue;
          labels[target] = sizes.length;
          queue[end++] = target;
        }
      }
      sizes.push(end);
    }
    return { labels, sizes };
  }

  /** Digs a tunnel from one piece to the nearest other piece, and the same tunnel at the mirrored position. */
  private tunnel(labels: Int32Array, from: number, sizes: readonly number[]): void {
    const before = new Int32Array(this.cells).fill(-1);
    const queue = new Int32Array(this.cells);
    let end = 0;
    for (let cell = 0; cell < this.cells; cell++) {
      if (labels[cell] !== from) continue;
      before[cell] = cell;
      queue[end++] = cell;
    }
    for (let at = 0; at < end; at++) {
      const cell = queue[at];
      if (
        labels[cell] >= 0 &&
        labels[cell] !== from &&
        (sizes[labels[cell]] >= MIN_PIECE_CELLS || sizes[from] < MIN_PIECE_CELLS)
      ) {
        for (let back = cell; labels[back] !== from; back = before[back]) {
          this.passable[back] = 1;
          this.passable[this.mirror(back)] = 1;
        }
        return;
      }
      for (let d = 0; d < 4; d++) {
        // Rotating the order with the cell makes tunnels wind a little instead of following one axis.
        const target = neighbour(this.shape, cell, (d + at) & 3);
        if (target < 0 || before[target] >= 0) continue;
        before[target] = cell;
        queue[end++] = target;
      }
    }
  }
}
