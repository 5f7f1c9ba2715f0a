import { PLANES, writePlanes } from './observe.ts';
import * as layout from './rules/layout.ts';
import type { CylinderBoard } from './rules/position.ts';
import { CHANGES_KEPT, type CylinderState, recordOf } from './rules/state.ts';

// Copies: see layout.ts.
const { BASE, MARGIN, OBSTACLE_CELL, PLACE } = layout;

const MISSILES_PLANE = 4;
const UNITS_PLANE = 5;

/**
 * Keeps the planes of one view up to date: `draw` leaves in `out` what `writePlanes` would write there. A round after the one that
 * was drawn last, it moves all planes on by a column, draws the column that has come in and what the state says has changed,
 * and the units and missiles anew. Anything else it draws from nothing.
 */
export class KeptPlanes {
  private readonly seat: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly out: Uint8Array;
  private readonly at: number;
  private readonly area: number;
  /** The plane of a unit, as an offset. */
  private readonly planeOf: Int32Array;
  /** Where in `out` units and missiles are drawn. */
  private drawn: Int32Array;
  private count = 0;
  /** What was drawn last. */
  private state: CylinderState | undefined;
  private round = 0;
  private changes = 0;

  constructor(board: CylinderBoard, seat: number, columns: number, out: Uint8Array, at: number) {
    const { players, rows, unitsPerPlayer } = board.settings;
    this.seat = seat;
    this.columns = columns;
    this.rows = rows;
    this.out = out;
    this.at = at;
    this.area = rows * columns;
    const units = players * unitsPerPlayer;
    this.drawn = new Int32Array(units + 16);
    this.planeOf = Int32Array.from({ length: units }, (_, unit) => {
      const player = (Math.floor(unit / unitsPerPlayer) - seat + players) % players;
      return (UNITS_PLANE + player) * this.area;
    });
  }

  draw(state: CylinderState): void {
    const { out } = this;
    const { round, contentChanges } = state;
    const changed = (contentChanges - this.changes) >>> 0;
    const isNext = round === this.round + 1;
    if (state !== this.state || changed > CHANGES_KEPT || !(isNext || round === this.round)) this.begin(state);
    else {
      for (let i = 0; i < this.count; i++) out[this.drawn[i]] = 0;
      if (isNext) this.moveOn(state);
      for (let change = contentChanges - changed; change < contentChanges; change++)
        this.drawContent(state, state.changedPlaces[change & (CHANGES_KEPT - 1)]);
    }
    this.round = round;
    this.changes = contentChanges;
    this.drawMovers(state);
  }

  /** Everything anew. */
  private begin(state: CylinderState): void {
    writePlanes(state, this.seat, this.columns, this.out, this.at);
    this.state = state;
  }

  /** Moves all planes on by a column and draws the last one. Units and missiles have been taken away. */
  private moveOn(state: CylinderState): void {
    const { area, at, columns, out, rows } = this;
    out.copyWithin(at, at + 1, at + PLANES.length * area);
    const { cells, shift } = state;
    let place = (MARGIN << shift) + state.words[BASE] + columns - 1;
    let to = at + columns - 1;
    for (let row = 0; row < rows; row++, place += 1 << shift, to += columns) this.drawCell(cells[place], to);
    out[at + PLANES.length * area - 1] = 0;
  }

  private drawContent(state: CylinderState, place: number): void {
    const difference = state.columnOf(place) - state.words[BASE];
    const column = difference < 0 ? difference + state.columns : difference;
    if (column < this.columns) this.drawCell(state.cells[place], this.at + state.rowOf(place) * this.columns + column);
  }

  /** What a cell holds besides units, in the four planes for that. */
  private drawCell(cell: number, to: number): void {
    const { area, out } = this;
    out[to] = cell === OBSTACLE_CELL ? 1 : 0;
    out[to + area] = cell === 1 ? 1 : 0;
    out[to + 2 * area] = cell === 2 ? 1 : 0;
    out[to + 3 * area] = cell === 3 ? 1 : 0;
  }

  /** Units and missiles, which move too much to look for what has changed. */
  private drawMovers(state: CylinderState): void {
    const { at, columns, out, planeOf } = this;
    const { missileCount, units, words } = state;
    if (units + missileCount > this.drawn.length) this.drawn = new Int32Array(units + 2 * missileCount);
    const { drawn } = this;
    let count = 0;
    for (let unit = 0; unit < units; unit++) {
      if (!state.unitAlive(unit)) continue;
      const place = words[recordOf(unit) + PLACE];
      const difference = state.columnOf(place) - words[BASE];
      const column = difference < 0 ? difference + state.columns : difference;
      if (column >= columns) continue;
      const to = at + planeOf[unit] + state.rowOf(place) * columns + column;
      out[to] = 1;
      drawn[count++] = to;
    }
    const plane = at + MISSILES_PLANE * this.area;
    for (let missile = 0; missile < missileCount; missile++) {
      const difference = state.missileColumn(missile) - words[BASE];
      const column = difference < 0 ? difference + state.columns : difference;
      if (column >= columns) continue;
      const to = plane + state.missileRow(missile) * columns + column;
      out[to] = 1;
      drawn[count++] = to;
    }
    this.count = count;
  }
}
