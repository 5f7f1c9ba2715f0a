import * as directions from './directions.ts';
import * as layout from './layout.ts';
import { type CylinderState, unitOf } from './state.ts';

// Copied for speed: see layout.ts.
const { CELL, CODE_MASK, COLUMNS, COLUMN_BITS, FRAME, OFFSET, PLACE, ROW_BITS, SHIFT, STOCK } = layout;
const { DIRECTIONS } = directions;

/** Cells of a path (docs/cylinder.md §5.2) as a mask, one byte per column; the lowest is the unit's column. */
const columnsOfPath = (first: number, last: number): number => (2 ** (8 * (last + 1)) - 2 ** (8 * first)) | 0;
/**
 * A table by instruction code. Engines embed an array's address in the code only if the array has more than 64 bytes,
 * so this array has more.
 */
const byCode = (values: readonly number[]): Int32Array =>
  Int32Array.from({ length: 32 }, (_, code) => values[code] ?? 0);
/** The cells that each instruction checks in the unit's row. A shot checks one cell further than it moves. */
const OWN_ROW = byCode([...DIRECTIONS.map(({ column }) => columnsOfPath(1, column)), columnsOfPath(1, 2)]);
/** The cells that each instruction checks in the row to which the unit moves. */
const OTHER_ROW = byCode(DIRECTIONS.map(({ row, column }) => (row === 0 ? 0 : columnsOfPath(0, column))));

// The code for a single unit that both ways of playing a round share. It uses arithmetic instead of branches, as
// docs/engine.md explains. Engines inline these functions into the calling loops.

/**
 * Executes a unit's move, or the default direction for a shot. Does nothing and returns false if an object is in the
 * unit's path, or ahead of the unit when it shoots (docs/cylinder.md §5.2, §5.4). The arguments are the parts of the
 * state that the function uses, so that the calling loops load them only once.
 */
export function moveFreely(
  words: Int32Array,
  view: DataView,
  cells: Uint8Array,
  record: number,
  code: number,
): boolean {
  const columns = words[COLUMNS];
  const shift = words[SHIFT];
  const offset = words[OFFSET];
  const from = words[record + PLACE];
  const right = (COLUMN_BITS >> (code << 1)) & CODE_MASK;
  const down = (((ROW_BITS >> (code << 1)) & CODE_MASK) - 1) << shift;
  const column = from & ((1 << shift) - 1);
  const inFrame = (words[FRAME] - offset + from + (((column - offset) >> 31) & columns)) | 0;
  const met =
    ((view.getInt32(from, true) | view.getInt32(inFrame, true)) & OWN_ROW[code]) |
    ((view.getInt32((from + down) | 0, true) | view.getInt32((inFrame + down) | 0, true)) & OTHER_ROW[code]);
  if (met !== 0) return false;
  const to = (from + down + right - (((columns - 1 - column - right) >> 31) & columns)) | 0;
  const cell = words[record + CELL];
  cells[from] = 0;
  cells[(from + columns) | 0] = 0;
  cells[to] = cell;
  cells[(to + columns) | 0] = cell;
  words[record + PLACE] = to;
  return true;
}

/**
 * Lets a unit shoot. The unit must have just moved, and have nothing ahead. The missile starts one cell ahead of the
 * unit's current position.
 */
export function shootFreely(state: CylinderState, record: number): void {
  const { words } = state;
  words[record + STOCK]--;
  state.addMissile(state.wrap(words[record + PLACE] + 1), unitOf(record));
}
