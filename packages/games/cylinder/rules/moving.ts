import * as directions from './directions.ts';
import * as layout from './layout.ts';
import { type CylinderState, unitOf } from './state.ts';

// Copies: see layout.ts.
const {
  BASE,
  CELL,
  CODE_MASK,
  COLUMNS,
  COLUMN_BITS,
  FIRST_PLACE,
  FRAME,
  OFFSET,
  PLACE,
  PLACES,
  ROW_BITS,
  SHIFT,
  STOCK,
  WINDOW,
} = layout;
const { DIRECTIONS, SHOOT } = directions;

/** Cells of a path (docs/cylinder.md §5.2) as a mask, a byte a column, the lowest being the column in which the unit is. */
const columnsOfPath = (first: number, last: number): number => (2 ** (8 * (last + 1)) - 2 ** (8 * first)) | 0;
/** What each instruction looks at in the unit's own row, where a shot looks a cell further than it moves … */
const OWN_ROW = Int32Array.from([...DIRECTIONS.map(({ column }) => columnsOfPath(1, column)), columnsOfPath(1, 2)]);
/** … and in the row that it moves to. */
const OTHER_ROW = Int32Array.from([
  ...DIRECTIONS.map(({ row, column }) => (row === 0 ? 0 : columnsOfPath(0, column))),
  0,
]);

// What both ways to play a round ask of a single unit: arithmetic in place of branches, as docs/engine.md says. Engines put these
// functions into the loops that call them.

/** Can the unit of this record carry out an instruction now (docs/cylinder.md §4.3)? −1 for yes, 0 for no. */
export function possible(words: Int32Array, record: number, code: number): number {
  const columns = words[COLUMNS];
  const shift = words[SHIFT];
  const from = words[record + PLACE];
  let column = ((from & ((1 << shift) - 1)) - words[BASE] + ((COLUMN_BITS >> (code << 1)) & CODE_MASK)) | 0;
  column = (column + ((column >> 31) & columns)) | 0;
  column = (column - (~((column - columns) >> 31) & columns)) | 0;
  const row = (from + ((((ROW_BITS >> (code << 1)) & CODE_MASK) - 1) << shift) - words[FIRST_PLACE]) | 0;
  const inside = ((column - words[WINDOW]) & ~row & (row - words[PLACES])) >> 31;
  const loaded = (0 - words[record + STOCK]) >> 31;
  const shot = (SHOOT - 1 - code) >> 31;
  return (shot & loaded) | (~shot & inside);
}

/**
 * Moves a unit as an instruction has it, the default direction for a shot. Where something is in the way, or ahead of it when it
 * shoots (docs/cylinder.md §5.2, §5.4), it does nothing and says false.
 */
export function moveFreely(state: CylinderState, record: number, code: number): boolean {
  const { words, view } = state;
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
    ((view.getInt32(from + down, true) | view.getInt32(inFrame + down, true)) & OTHER_ROW[code]);
  if (met !== 0) return false;
  const to = (from + down + right - (((columns - 1 - column - right) >> 31) & columns)) | 0;
  const cell = words[record + CELL];
  view.setInt8(from, 0);
  view.setInt8(from + columns, 0);
  view.setInt8(to, cell);
  view.setInt8(to + columns, cell);
  words[record + PLACE] = to;
  return true;
}

/** A unit that has just moved shoots, with nothing ahead of it: its missile starts one ahead of where it is now. */
export function shootFreely(state: CylinderState, record: number): void {
  const { words } = state;
  words[record + STOCK]--;
  state.addMissile(state.wrap(words[record + PLACE] + 1), unitOf(record));
}
