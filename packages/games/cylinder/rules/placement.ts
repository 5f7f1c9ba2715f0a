import * as lehmer from '@ludus/kernel/lehmer.ts';
import { kill } from './collisions.ts';
import * as layout from './layout.ts';
import * as contents from './position-view.ts';
import type { CylinderState } from './state.ts';

// Copied for speed: see layout.ts.
const {
  ALIVE,
  ALIVE_BITS,
  BASE,
  CELL,
  DEAD,
  GAS_END,
  HUNGRY,
  LACK,
  LIVING,
  MARGIN,
  NEXT_EVENT,
  OBSTACLE_CELL,
  PLACE,
  PLACER,
  READY,
  RECORD_SHIFT,
  ROUND,
  TURN,
  UNITS,
  UNIT_CELL,
} = layout;

const { advance: step } = lehmer;
const { GAS_BONUS, MISSILE_BONUS } = contents;

/** Number of cells drawn before a placement fails (docs/cylinder.md §6). */
export const PLACING_ATTEMPTS = 20;
// A copy for speed: see layout.ts.
const ATTEMPTS = PLACING_ATTEMPTS;
/** Multiplying a byte by this number repeats it four times. */
const EACH_BYTE = 0x01010101;
/** The bit that the bytes of missiles and units have in common, repeated in four bytes. */
const FOUR_UNIT_CELLS = Math.imul(UNIT_CELL, EACH_BYTE);

// Places prizes at the end of a round. All draws here come from NEW, whose state is the word PLACER.

/** Handles gas and regeneration. It is called only in rounds in which a unit may starve or regenerate. */
export function starveAndRegenerate(state: CylinderState): void {
  const { words, units } = state;
  const { burnsGas } = state.board.dialect;
  const round = words[ROUND];
  const end = UNITS + (units << RECORD_SHIFT);
  let next = DEAD;
  let anyDue = false;
  for (let record = UNITS; record < end; record += 1 << RECORD_SHIFT) {
    let due = words[record + READY];
    if (words[record + TURN] !== DEAD) {
      if (!burnsGas) continue;
      due = words[record + GAS_END];
      if (due === round) {
        const place = words[record + PLACE];
        state.put(place, 0);
        kill(state, (record - UNITS) >> RECORD_SHIFT, place, round);
        due = words[record + READY];
      } else if (due < round) continue;
    }
    if (due <= round) anyDue = true;
    else if (due < next) next = due;
  }
  words[NEXT_EVENT] = next;
  if (anyDue) regenerate(state);
}

/**
 * Tries to place each dead unit whose waiting time is over; units for which no place is found are tried again in the
 * next round.
 */
function regenerate(state: CylinderState): void {
  const { words, units, settings, round } = state;
  const { burnsGas } = state.board.dialect;
  let next = words[NEXT_EVENT];
  for (let unit = 0; unit < units; unit++) {
    const record = UNITS + (unit << RECORD_SHIFT);
    if (words[record + TURN] !== DEAD || words[record + READY] > round) continue;
    const found = seek(state, words[BASE], settings.windowColumns, UNIT_CELL | OBSTACLE_CELL);
    let due = round + 1;
    if (found >= 0) {
      words[record + PLACE] = found;
      words[record + TURN] = 0;
      words[LIVING + state.playerOf(unit)]++;
      if (unit < ALIVE_BITS) words[ALIVE] |= 1 << unit;
      words[record + GAS_END] = settings.initialGas + round;
      state.put(found, words[record + CELL]);
      due = burnsGas ? words[record + GAS_END] : DEAD;
    }
    if (due < next) next = due;
  }
  words[NEXT_EVENT] = next;
}

/**
 * Places prizes (docs/cylinder.md §4.6), one kind after the other. Continues with the next kind when no prize of a kind
 * is missing, or no place is found for a prize.
 */
export function placePrizes(state: CylinderState): void {
  const { words, settings } = state;
  const outside = settings.universeColumns - settings.windowColumns;
  words[HUNGRY] = 0;
  for (let kind = MISSILE_BONUS; kind <= GAS_BONUS; kind++)
    while (words[LACK + kind] > 0) {
      const found = seek(state, words[BASE] + settings.windowColumns, outside, UNIT_CELL);
      if (found < 0) {
        words[HUNGRY] = 1;
        break;
      }
      state.putContent(found, kind);
      words[LACK + kind]--;
    }
}

/**
 * Tries ATTEMPTS places (docs/cylinder.md §6) in the `width` columns from `first` (0 to 2·columns) on. A place is an
 * empty cell without a missile in its 5×5 square. No cell of that square may have one of the bits of `shunned`. Returns
 * the place, or −1 if none was found.
 */
function seek(state: CylinderState, first: number, width: number, shunned: number): number {
  const { cells, columns, settings, shift, words } = state;
  const { rows } = settings;
  if (width === 0) return -1;
  let x = words[PLACER];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    x = step(x);
    const row = ((x - 1) >>> 0) % rows;
    x = step(x);
    const column = first + (((x - 1) >>> 0) % width);
    const place = ((row + MARGIN) << shift) + (column < columns ? column : column - columns);
    if (cells[place] === 0 && isFree(state, place, shunned)) {
      words[PLACER] = x;
      return place;
    }
  }
  words[PLACER] = x;
  return -1;
}

/** Whether the 5×5 square around a place is free. Each row is read as four cells at once and one more cell. */
function isFree(state: CylinderState, place: number, shunned: number): boolean {
  const { view, shift, columns } = state;
  const stride = 1 << shift;
  const framePlace = state.toFrame(place);
  let at = (state.columnOf(place) < 2 ? place + columns : place) - 2 * stride - 2;
  let inFrame = (state.columnOf(framePlace) < 2 ? framePlace + columns : framePlace) - 2 * stride - 2;
  inFrame += state.cells.length;
  let four = 0;
  let last = 0;
  for (let row = 0; row < 5; row++) {
    four |= view.getInt32(at, true) | (view.getInt32(inFrame, true) & FOUR_UNIT_CELLS);
    last |= view.getUint8(at + 4) | (view.getUint8(inFrame + 4) & UNIT_CELL);
    at += stride;
    inFrame += stride;
  }
  return ((four & Math.imul(shunned, EACH_BYTE)) | (last & shunned)) === 0;
}
