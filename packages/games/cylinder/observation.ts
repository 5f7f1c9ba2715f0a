import { MARGIN, OBSTACLE_CELL, UNIT_CELL } from './rules/layout.ts';
import type { CylinderState } from './rules/state.ts';
import { windowStart } from './rules/window.ts';

/**
 * The planes of `writePlanes`, in order. A number is 1 if the cell has such an object, and otherwise 0. `units_k` shows
 * the living units of the player k seats after mine.
 */
export const PLANES = [
  'obstacles',
  'missile_bonuses',
  'point_bonuses',
  'gas_bonuses',
  'missiles',
  'units_0',
  'units_1',
  'units_2',
  'units_3',
] as const;
/**
 * The columns of `writeUnits`, in order. `column` counts from the window's left edge; it is from 0 to universeColumns −
 * 1.
 */
export const UNIT_FIELDS = ['player', 'row', 'column', 'missiles', 'gas', 'alive', 'time'] as const;
/** The columns of `writeMissiles`, in order. */
export const MISSILE_FIELDS = ['player', 'row', 'column'] as const;

const MISSILES_PLANE = 4;
const UNITS_PLANE = 5;

/**
 * The engine's own grid, with one byte per cell. It isn't a copy: the engine changes it during the match, and callers
 * must not write to it.
 */
export interface RawGrid {
  /**
   * 0 empty, 1 missile bonus, 2 point (water) bonus, 3 gas bonus, 0x40 obstacle. 0x80 | id is a unit; 0xff is a unit
   * whose id doesn't fit into the byte.
   */
  readonly bytes: Uint8Array;
  /**
   * The index of row 0 in the window's left column; the window's other columns come next, and then the rest of the
   * universe.
   */
  readonly start: number;
  /** The distance between the starts of two adjacent rows, in bytes. */
  readonly stride: number;
}

/** The engine's grid of a match: `bytes[start + row·stride + column]`, where column 0 is the window's left edge. */
export function rawGrid(state: CylinderState): RawGrid {
  const stride = 1 << state.shift;
  return { bytes: state.cells, start: MARGIN * stride + windowStart(state.round, state.columns), stride };
}

/**
 * Writes the planes of one match as seen by `seat`: planes × rows × columns bytes from `at`, where column 0 is the
 * window's left edge. `columns`: the number of columns of the window for nearby objects, or of the universe for all
 * objects.
 */
export function writePlanes(state: CylinderState, seat: number, columns: number, out: Uint8Array, at = 0): void {
  const { rows, players, unitsPerPlayer } = state.settings;
  const area = rows * columns;
  out.fill(0, at, at + PLANES.length * area);
  const { bytes, start, stride } = rawGrid(state);
  for (let row = 0; row < rows; row++) {
    const from = start + row * stride;
    const to = at + row * columns;
    for (let column = 0; column < columns; column++) {
      const cell = bytes[from + column];
      if (cell === 0 || cell >= UNIT_CELL) continue;
      out[to + column + (cell === OBSTACLE_CELL ? 0 : cell) * area] = 1;
    }
  }
  const left = windowStart(state.round, state.columns);
  for (let missile = 0; missile < state.missileCount; missile++) {
    const column = ahead(state.missileColumn(missile) - left, state.columns);
    if (column < columns) out[at + MISSILES_PLANE * area + state.missileRow(missile) * columns + column] = 1;
  }
  for (let unit = 0; unit < players * unitsPerPlayer; unit++) {
    if (!state.unitAlive(unit)) continue;
    const column = ahead(state.unitColumn(unit) - left, state.columns);
    const player = (((unit / unitsPerPlayer) | 0) - seat + players) % players;
    if (column < columns) out[at + (UNITS_PLANE + player) * area + state.unitRow(unit) * columns + column] = 1;
  }
}

/**
 * Writes one row of UNIT_FIELDS per unit from `at`. The seat's units come first, in ascending order of id, then the
 * next seat's units, and so on.
 */
export function writeUnits(state: CylinderState, seat: number, out: Int32Array, at = 0): number {
  const { players, unitsPerPlayer } = state.settings;
  const left = windowStart(state.round, state.columns);
  let to = at;
  for (let player = 0; player < players; player++) {
    const first = ((seat + player) % players) * unitsPerPlayer;
    for (let unit = first; unit < first + unitsPerPlayer; unit++) {
      out[to] = player;
      out[to + 1] = state.unitRow(unit);
      out[to + 2] = ahead(state.unitColumn(unit) - left, state.columns);
      out[to + 3] = state.unitMissiles(unit);
      out[to + 4] = state.unitGas(unit);
      out[to + 5] = state.unitAlive(unit) ? 1 : 0;
      out[to + 6] = state.unitTime(unit);
      to += 7;
    }
  }
  return state.units;
}

/** Writes one row of MISSILE_FIELDS per missile in flight, at most `most`; returns their number. */
export function writeMissiles(state: CylinderState, seat: number, most: number, out: Int32Array, at = 0): number {
  const { players, unitsPerPlayer } = state.settings;
  const left = windowStart(state.round, state.columns);
  const count = Math.min(state.missileCount, most);
  for (let missile = 0; missile < count; missile++) {
    const to = at + missile * MISSILE_FIELDS.length;
    out[to] = (((state.missileOwner(missile) / unitsPerPlayer) | 0) - seat + players) % players;
    out[to + 1] = state.missileRow(missile);
    out[to + 2] = ahead(state.missileColumn(missile) - left, state.columns);
  }
  return state.missileCount;
}

function ahead(difference: number, columns: number): number {
  return difference < 0 ? difference + columns : difference;
}
