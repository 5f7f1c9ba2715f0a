import type { PlaneKeeper, PlaneViews } from '@ludus/env/simulator.ts';
import { PLANES, writePlanes } from './observe.ts';
import * as layout from './rules/layout.ts';
import type { CylinderBoard } from './rules/position.ts';
import { CHANGES_KEPT, type CylinderState, recordOf } from './rules/state.ts';

// Copies: see layout.ts.
const { BASE, MARGIN, OBSTACLE_CELL, PLACE } = layout;

const MISSILES_PLANE = 4;
const UNITS_PLANE = 5;

/** So many rounds later a picture is still moved on; two, because it may be one of two that are drawn by turns. */
const MOST_BEHIND = 2;

// What is kept of a view lies together, because many views are drawn one after the other: the round and the state's count of changes when
// it was drawn, how many units and missiles were, and where.
const [ROUND, CHANGES, COUNT, DRAWN] = [0, 1, 2, 3];
/** Missiles whose places are remembered; with more, everything is drawn anew. */
const MISSILES_KEPT = 21;
/** By a cell's byte: a bit for each of the four planes of what stands still. Which one is as good as random, so nothing branches on it. */
const PLANES_OF = Uint8Array.from({ length: 256 }, (_, cell) =>
  cell === OBSTACLE_CELL ? 1 : cell <= 3 ? (1 << cell) & 14 : 0,
);

/** In the place of a count: nothing is known of what was drawn. */
const UNKNOWN = -1;

/**
 * Keeps the planes of views up to date: `draw` leaves where they lie what `writePlanes` would write there. A round or two after
 * the one that was drawn last, it moves the planes of what stands still on by as many columns, draws those that have come in and what
 * the state says has changed, and the units and missiles anew. Anything else it draws from nothing.
 */
export class KeptPlanes implements PlaneKeeper<CylinderState> {
  private readonly seats: readonly number[];
  private readonly columns: number;
  private readonly rows: number;
  private readonly out: Uint8Array;
  private readonly at: number;
  private readonly area: number;
  /** Of one view. */
  private readonly length: number;
  /** The plane of a unit, as an offset; one list of units for each of `seats`. */
  private readonly planeOf: Int32Array;
  private readonly units: number;
  private readonly kept: Int32Array;
  private readonly keptLength: number;
  /** What was drawn last, by view. */
  private readonly states: (CylinderState | undefined)[];

  constructor(board: CylinderBoard, { seats, columns, count }: PlaneViews, out: Uint8Array, at: number) {
    const { players, rows, unitsPerPlayer } = board.settings;
    this.seats = seats;
    this.columns = columns;
    this.rows = rows;
    this.out = out;
    this.at = at;
    this.area = rows * columns;
    this.length = PLANES.length * this.area;
    this.units = players * unitsPerPlayer;
    this.planeOf = Int32Array.from({ length: seats.length * this.units }, (_, i) => {
      const player = Math.floor((i % this.units) / unitsPerPlayer) - seats[Math.floor(i / this.units)] + players;
      return (UNITS_PLANE + (player % players)) * this.area;
    });
    this.keptLength = DRAWN + this.units + MISSILES_KEPT;
    this.kept = new Int32Array(count * this.keptLength);
    this.states = new Array(count).fill(undefined);
  }

  draw(view: number, state: CylinderState): void {
    const { kept, out } = this;
    const at = this.at + view * this.length;
    const from = view * this.keptLength;
    const { contentChanges, round } = state;
    const behind = round - kept[from + ROUND];
    const changed = (contentChanges - kept[from + CHANGES]) >>> 0;
    const canMoveOn = behind >= 0 && behind <= MOST_BEHIND && behind < this.columns && changed <= CHANGES_KEPT;
    if (canMoveOn && this.states[view] === state && kept[from + COUNT] !== UNKNOWN) {
      for (let i = from + DRAWN, end = i + kept[from + COUNT]; i < end; i++) out[kept[i]] = 0;
      if (behind > 0) this.moveOn(state, at, behind);
      for (let change = contentChanges - changed; change < contentChanges; change++)
        this.drawContent(state, at, state.changedPlaces[change & (CHANGES_KEPT - 1)]);
      this.drawMovers(state, view, at, from);
    } else {
      writePlanes(state, this.seats[view % this.seats.length], this.columns, out, at);
      this.states[view] = state;
      // What stands there is drawn once more, to be remembered.
      this.drawMovers(state, view, at, from);
    }
    kept[from + ROUND] = round;
    kept[from + CHANGES] = contentChanges;
  }

  /** Moves the planes of what stands still on, and draws the last columns. The planes of units and missiles are empty by now. */
  private moveOn(state: CylinderState, at: number, by: number): void {
    const { area, columns, out, rows } = this;
    out.copyWithin(at, at + by, at + MISSILES_PLANE * area);
    const { cells, shift } = state;
    const stride = 1 << shift;
    // A window as wide as the universe is as wide as both copies of its columns.
    for (let column = columns - by; column < columns; column++) {
      let place = MARGIN * stride + state.words[BASE] + column;
      for (let row = 0, to = at + column; row < rows; row++, place += stride, to += columns)
        drawCell(out, area, to, cells[place]);
    }
  }

  private drawContent(state: CylinderState, at: number, place: number): void {
    const difference = state.columnOf(place) - state.words[BASE];
    const column = difference < 0 ? difference + state.columns : difference;
    if (column < this.columns)
      drawCell(this.out, this.area, at + state.rowOf(place) * this.columns + column, state.cells[place]);
  }

  /** Units and missiles, which move too much to look for what has changed. */
  private drawMovers(state: CylinderState, view: number, at: number, from: number): void {
    const { columns, kept, out, planeOf, units } = this;
    const { missileCount, shift, words } = state;
    const planes = (view % this.seats.length) * units;
    const [base, all, mask] = [words[BASE], state.columns, (1 << shift) - 1];
    let next = from + DRAWN;
    for (let unit = 0; unit < units; unit++) {
      if (!state.unitAlive(unit)) continue;
      const place = words[recordOf(unit) + PLACE];
      const difference = (place & mask) - base;
      const column = difference < 0 ? difference + all : difference;
      if (column >= columns) continue;
      const to = at + planeOf[planes + unit] + ((place >> shift) - MARGIN) * columns + column;
      out[to] = 1;
      kept[next++] = to;
    }
    const isTooMuch = missileCount > MISSILES_KEPT;
    const plane = at + MISSILES_PLANE * this.area;
    for (let missile = 0; missile < missileCount; missile++) {
      const difference = state.missileColumn(missile) - base;
      const column = difference < 0 ? difference + all : difference;
      if (column >= columns) continue;
      const to = plane + state.missileRow(missile) * columns + column;
      out[to] = 1;
      if (!isTooMuch) kept[next++] = to;
    }
    kept[from + COUNT] = isTooMuch ? UNKNOWN : next - from - DRAWN;
  }
}

/** What a cell holds besides units, in the four planes for that. */
function drawCell(out: Uint8Array, area: number, to: number, cell: number): void {
  const planes = PLANES_OF[cell];
  out[to] = planes & 1;
  out[to + area] = (planes >> 1) & 1;
  out[to + 2 * area] = (planes >> 2) & 1;
  out[to + 3 * area] = planes >> 3;
}
