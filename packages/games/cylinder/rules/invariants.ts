import * as layout from './layout.ts';
import type { CylinderBoard } from './position.ts';
import { type CylinderState, recordOf } from './state.ts';

// Copied for speed: see layout.ts.
const { ALIVE, CELL, LACK, NEXT_MISSILE, UNIT_CELL } = layout;

const PRIZES = ['', 'missile bonuses', 'point bonuses', 'gas bonuses'];

/** Returns a message about the first impossible value in a state; undefined if there is none. */
export function brokenInvariant(state: CylinderState): string | undefined {
  return brokenUnits(state) ?? brokenMissiles(state) ?? brokenCells(state);
}

function brokenUnits(state: CylinderState): string | undefined {
  for (let unit = 0; unit < state.units; unit++) {
    if (state.unitMissiles(unit) < 0) return `unit ${unit} has ${state.unitMissiles(unit)} missiles in stock`;
    const [row, column] = [state.unitRow(unit), state.unitColumn(unit)];
    if (row < 0 || row >= state.settings.rows || column >= state.columns) return `unit ${unit} is outside the universe`;
    if (unit < 32 && ((state.words[ALIVE] >> unit) & 1) !== (state.unitAlive(unit) ? 1 : 0))
      return `unit ${unit} is both dead and alive`;
    if (state.unitAlive(unit) && state.unitAt(row, column) !== unit)
      return `unit ${unit} lives at row ${row}, column ${column}, but the cell holds ${state.unitAt(row, column)}`;
    if (
      state.unitTime(unit) < 0 ||
      state.unitTime(unit) > Math.max(state.settings.roundsToRegenerate, state.board.first.units[unit].time)
    )
      return `unit ${unit} has an impossible waiting time of ${state.unitTime(unit)} rounds`;
  }
  return undefined;
}

function brokenMissiles(state: CylinderState): string | undefined {
  for (let i = 0; i < state.missileCount; i++) {
    const [row, column] = [state.missileRow(i), state.missileColumn(i)];
    if (i > 0 && state.missileId(i) <= state.missileId(i - 1)) return `missile ids do not ascend at index ${i}`;
    if (state.missileId(i) >= state.words[NEXT_MISSILE])
      return `missile ${state.missileId(i)} has an id that hasn’t been used yet`;
    if (state.missileAt(row, column) !== state.missileId(i)) return `missile ${state.missileId(i)} is not in its cell`;
    if (state.contentAt(row, column) !== 0 || state.unitAt(row, column) >= 0)
      return `missile ${state.missileId(i)} is in the cell of another object`;
  }
  return undefined;
}

function brokenCells(state: CylinderState): string | undefined {
  const { settings, columns, cells, frame } = state;
  const wanted = [0, settings.missileBonuses, settings.pointBonuses, settings.gasBonuses];
  const counts = [0, 0, 0, 0, 0];
  let units = 0;
  let missiles = 0;
  for (let row = 0; row < settings.rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = state.placeOf(row, 0) + column;
      if ((cells[place] | cells[place + columns] | frame[place] | frame[place + columns]) === 0) continue;
      if (cells[place] !== cells[place + columns]) return `the two copies of row ${row}, column ${column} differ`;
      if (frame[place] !== frame[place + columns]) return `the two copies of a missile in row ${row} differ`;
      if (cells[place] >= UNIT_CELL) {
        units++;
        if (state.words[recordOf(state.unitAt(row, column)) + CELL] !== cells[place])
          return `row ${row}, column ${column} holds no unit`;
      }
      if (frame[place] !== 0) missiles++;
      counts[state.contentAt(row, column)]++;
    }
  if (missiles !== state.missileCount)
    return `${missiles} cells hold missiles, but there are ${state.missileCount} missiles`;
  let living = 0;
  for (let unit = 0; unit < state.units; unit++) if (state.unitAlive(unit)) living++;
  if (units !== living) return `${units} cells hold units, but ${living} units are alive`;
  for (let kind = 1; kind <= 3; kind++) {
    if (wanted[kind] - counts[kind] !== state.words[LACK + kind])
      return `${state.words[LACK + kind]} ${PRIZES[kind]} should be missing, but ${wanted[kind] - counts[kind]} are`;
    const most = Math.max(wanted[kind], firstCount(state, kind));
    if (counts[kind] > most) return `${counts[kind]} ${PRIZES[kind]} are on the board, more than ${most}`;
  }
  return undefined;
}

const firstCounts = new WeakMap<CylinderBoard, number[]>();

/** The initial number of prizes. A board may begin with more prizes than its settings say. */
function firstCount(state: CylinderState, kind: number): number {
  const { board } = state;
  let counts = firstCounts.get(board);
  if (!counts) {
    counts = [0, 0, 0, 0, 0];
    for (const content of board.first.contents) counts[content]++;
    firstCounts.set(board, counts);
  }
  return counts[kind];
}
