import { type CylinderView, EMPTY, OBSTACLE } from '../../rules/position-view.ts';

/** The codes of a grid cell, except the number (≥ 0) of a prize. */
export const FREE = -1;
export const BLOCKED = -2;

/**
 * The part of the universe that the units can see within the horizon, unrolled. The column of a cell is its distance
 * from the window's left column of this round. Static objects therefore stay in their cells for any number of steps. In
 * step t (1 is this round), the window covers columns t to t + windowColumns − 1. A cell's number is row · width +
 * column.
 */
export class Grid {
  readonly rows: number;
  readonly width: number;
  readonly cells: Int16Array;
  prizeCount = 0;
  /** By prize: its cell, its kind, its row, and its column. */
  prizeCell: Int32Array = new Int32Array(64);
  prizeKind: Uint8Array = new Uint8Array(64);
  private readonly universe: number;

  constructor(view: CylinderView, horizon: number) {
    const { rows, windowColumns, universeColumns } = view.settings;
    this.rows = rows;
    this.universe = universeColumns;
    // Two columns are added, because a missile can hit an object up to two columns ahead.
    this.width = windowColumns + horizon + 2;
    this.cells = new Int16Array(rows * this.width);
  }

  read(view: CylinderView): void {
    const { rows, width, cells } = this;
    this.prizeCount = 0;
    for (let row = 0, cell = 0; row < rows; row++) {
      for (let column = 0; column < width; column++, cell++) {
        const content = view.contentAt(row, view.round + column);
        cells[cell] = content === EMPTY ? FREE : content === OBSTACLE ? BLOCKED : this.addPrize(cell, content);
      }
    }
  }

  /**
   * The first grid column that shows a universe column. The universe column appears again after each universe width.
   */
  columnOf(view: CylinderView, column: number): number {
    return (((column - view.round) % this.universe) + this.universe) % this.universe;
  }

  private addPrize(cell: number, kind: number): number {
    if (this.prizeCount === this.prizeCell.length) {
      const cells = new Int32Array(2 * this.prizeCount);
      const kinds = new Uint8Array(2 * this.prizeCount);
      cells.set(this.prizeCell);
      kinds.set(this.prizeKind);
      this.prizeCell = cells;
      this.prizeKind = kinds;
    }
    this.prizeCell[this.prizeCount] = cell;
    this.prizeKind[this.prizeCount] = kind;
    return this.prizeCount++;
  }
}
