import { PLANES_SLACK, type PlaneKeeper, type PlaneViews } from '@ludus/env/simulator.ts';
import { PLANES, writePlanes } from './observation.ts';
import * as layout from './rules/layout.ts';
import type { CylinderBoard } from './rules/position.ts';
import { CHANGES_KEPT, type CylinderState, recordOf } from './rules/state.ts';

// Copied for speed: see layout.ts.
const { BASE, MARGIN, OBSTACLE_CELL, PLACE } = layout;

const MISSILES_PLANE = 4;
const UNITS_PLANE = 5;

/**
 * Maximum number of rounds by which a picture may be shifted; it is two because two pictures may be drawn alternately.
 */
const MAX_ROUNDS_BEHIND = 2;

// A view's data is stored together, because many views are drawn in sequence. It consists of the round, the state's
// change count at that time, the start of the picture, and all units and missiles.
const [ROUND, CHANGES, AT, COUNT, DRAWN] = [0, 1, 2, 3, 4];
/** Maximum number of missiles whose positions are stored; if there are more, everything is redrawn. */
const MISSILES_KEPT = 20;
/** By a cell's byte: one bit for each of the four planes of static content. */
const PLANES_OF = Uint8Array.from({ length: 256 }, (_, cell) =>
  cell === OBSTACLE_CELL ? 1 : cell <= 3 ? (1 << cell) & 14 : 0,
);

/** Stored instead of the change count if the last drawing is unknown. */
const UNKNOWN = -1;

/**
 * Updates the planes of views. All planes of all views are contiguous, row by row. So with the same bytes, a picture
 * that begins one byte later shows everything shifted one column to the left. In each round, the picture starts one
 * byte later. First, the column that has appeared is drawn, because each row's old first cell is now its last cell.
 * Next come the changes listed by the state, and units and missiles. A view that has not advanced by the same number of
 * rounds as the picture is redrawn completely.
 */
export class PlaneCache implements PlaneKeeper<CylinderState> {
  at = 0;
  private readonly seats: readonly number[];
  private readonly columns: number;
  private readonly rows: number;
  private readonly universe: number;
  private readonly room: Uint8Array;
  private readonly area: number;
  /** Length of one view in bytes. */
  private readonly length: number;
  /** By unit: the offset of the unit's plane. Each of `seats` has a separate list of all units. */
  private readonly planeOf: Int32Array;
  private readonly units: number;
  private readonly kept: Int32Array;
  private readonly keptLength: number;
  /** The content that each view shows, as plane bits: by view, column by column of the universe. */
  private readonly stood: Uint8Array;
  /** By view: the state that was drawn last. */
  private readonly states: (CylinderState | undefined)[];

  constructor(board: CylinderBoard, { seats, columns, count }: PlaneViews, room: Uint8Array) {
    const { players, rows, unitsPerPlayer, universeColumns } = board.settings;
    this.seats = seats;
    this.columns = columns;
    this.rows = rows;
    this.universe = universeColumns;
    this.room = room;
    this.area = rows * columns;
    this.length = PLANES.length * this.area;
    this.units = players * unitsPerPlayer;
    this.planeOf = Int32Array.from({ length: seats.length * this.units }, (_, i) => {
      const player = Math.floor((i % this.units) / unitsPerPlayer) - seats[Math.floor(i / this.units)] + players;
      return (UNITS_PLANE + (player % players)) * this.area;
    });
    this.keptLength = DRAWN + this.units + MISSILES_KEPT;
    this.kept = new Int32Array(count * this.keptLength);
    this.stood = new Uint8Array(count * rows * universeColumns);
    this.states = new Array(count).fill(undefined);
  }

  begin(rounds: number): void {
    if (rounds <= 0 || rounds > MAX_ROUNDS_BEHIND) return;
    // When no more space is left, the pictures start at the beginning of the array again, and are redrawn completely.
    this.at = this.at + rounds <= PLANES_SLACK ? this.at + rounds : 0;
  }

  draw(view: number, state: CylinderState): void {
    const { kept, room } = this;
    const at = this.at + view * this.length;
    const from = view * this.keptLength;
    const { contentChanges, round } = state;
    const behind = round - kept[from + ROUND];
    const changed = (contentChanges - kept[from + CHANGES]) >>> 0;
    const hasWandered = behind === this.at - kept[from + AT] && behind >= 0 && behind <= MAX_ROUNDS_BEHIND;
    const canMoveOn = hasWandered && behind < this.columns && changed <= CHANGES_KEPT;
    if (canMoveOn && this.states[view] === state && kept[from + COUNT] !== UNKNOWN) {
      for (let i = from + DRAWN, end = i + kept[from + COUNT]; i < end; i++) room[kept[i]] = 0;
      if (behind > 0) this.moveOn(state, view, at, behind);
      for (let change = contentChanges - changed; change < contentChanges; change++)
        this.drawContent(state, view, at, state.changedPlaces[change & (CHANGES_KEPT - 1)]);
    } else {
      writePlanes(state, this.seats[view % this.seats.length], this.columns, room, at);
      this.remember(state, view);
      this.states[view] = state;
    }
    // Must come after `writePlanes`, because `drawMovers` also records which units and missiles are drawn.
    this.drawMovers(state, view, at, from);
    kept[from + ROUND] = round;
    kept[from + CHANGES] = contentChanges;
    kept[from + AT] = this.at;
  }

  /** Draws the columns that have appeared. The planes of units and missiles are already empty. */
  private moveOn(state: CylinderState, view: number, at: number, by: number): void {
    const { columns, rows, stood, universe } = this;
    const base = state.words[BASE];
    for (let i = 0; i < by; i++) {
      const gone = base - by + i;
      const come = base + columns - by + i;
      const was = (view * universe + (gone < 0 ? gone + universe : gone)) * rows;
      const is = (view * universe + (come < universe ? come : come - universe)) * rows;
      const to = at + columns - by + i;
      // The first cells of the row below are now in this place. For the last row, these are cells of the next plane.
      const last = rows - 1;
      for (let row = 0; row < last; row++)
        this.drawCell(to + row * columns, stood[is + row], stood[is + row] ^ stood[was + row + 1]);
      this.drawCell(to + last * columns, stood[is + last], stood[is + last] ^ (stood[was] >> 1));
    }
    // The first cells of the next view are now the last cells of this view.
    for (let i = 1; i <= by; i++) this.room[at + this.length - i] = 0;
  }

  private drawContent(state: CylinderState, view: number, at: number, place: number): void {
    const [row, column] = [state.rowOf(place), state.columnOf(place)];
    const planes = PLANES_OF[state.cells[place]];
    const index = (view * this.universe + column) * this.rows + row;
    const before = this.stood[index];
    this.stood[index] = planes;
    const difference = column - state.words[BASE];
    const seen = difference < 0 ? difference + this.universe : difference;
    if (seen < this.columns) this.drawCell(at + row * this.columns + seen, planes, planes ^ before);
  }

  /**
   * Writes the static content of a cell into the changed planes among its four planes. Other planes aren't touched,
   * because memory access is the entire cost.
   */
  private drawCell(to: number, planes: number, others: number): void {
    for (let left = others; left !== 0; left &= left - 1) {
      const plane = 31 - Math.clz32(left & -left);
      this.room[to + plane * this.area] = (planes >> plane) & 1;
    }
  }

  private remember(state: CylinderState, view: number): void {
    const { rows, stood, universe } = this;
    for (let row = 0; row < rows; row++) {
      const place = (row + MARGIN) << state.shift;
      for (let column = 0, to = view * universe * rows + row; column < universe; column++, to += rows)
        stood[to] = PLANES_OF[state.cells[place + column]];
    }
  }

  /**
   * Draws units and missiles. Looking for changes isn't worthwhile, because most units and missiles move in every
   * round.
   */
  private drawMovers(state: CylinderState, view: number, at: number, from: number): void {
    const { columns, kept, planeOf, room, units } = this;
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
      room[to] = 1;
      kept[next++] = to;
    }
    const isTooMuch = missileCount > MISSILES_KEPT;
    const plane = at + MISSILES_PLANE * this.area;
    for (let missile = 0; missile < missileCount; missile++) {
      const difference = state.missileColumn(missile) - base;
      const column = difference < 0 ? difference + all : difference;
      if (column >= columns) continue;
      const to = plane + state.missileRow(missile) * columns + column;
      room[to] = 1;
      if (!isTooMuch) kept[next++] = to;
    }
    kept[from + COUNT] = isTooMuch ? UNKNOWN : next - from - DRAWN;
  }
}
