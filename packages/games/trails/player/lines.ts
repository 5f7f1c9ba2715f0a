import { describeProblem } from '@ludus/kernel/result.ts';
import type { LineReader } from '@ludus/runtime/parts.ts';
import { LETTERS, readBoard, type TrailsBoard } from '../rules/board.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { FREE, TRAIL, type TrailsState, WALL } from '../rules/state.ts';

/** Reads the board file, which ends with one line per row. */
export async function readIntroduction(next: LineReader): Promise<TrailsBoard> {
  let text = '';
  let rows = 0;
  for (let line = await next(); line !== undefined; line = await next()) {
    text += `${line}\n`;
    if (line.startsWith('rows ')) rows = Number(line.slice(5));
    if (line.startsWith('columns ')) break;
  }
  for (; rows > 0; rows--) text += `${await next()}\n`;
  const board = readBoard(text);
  if (!board.ok) throw new Error(describeProblem(board.problem));
  return board.value;
}

/** Updates the state to the next position; returns false at the end. */
export async function readPosition(next: LineReader, state: TrailsState): Promise<boolean> {
  const { rows, columns } = state.board;
  const first = await next();
  if (first === undefined) return false;
  state.round = Number(first.split(' ')[1]);
  for (let seat = 0; seat < state.players; seat++) {
    const [, row, column, how] = ((await next()) ?? '').split(' ');
    const heading = DIRECTION_NAMES.indexOf(how as (typeof DIRECTION_NAMES)[number]);
    state.heads[seat] = Number(row) * columns + Number(column);
    if (heading >= 0) state.headings[seat] = heading;
    // The dialogue shows that a player has been eliminated, but not how. This position is the first that shows the
    // elimination.
    else if (state.endedIn[seat] === 0) state.endedIn[seat] = state.round;
  }
  for (let row = 0; row < rows; row++) {
    const line = ((await next()) ?? '').toLowerCase();
    for (let column = 0; column < columns; column++) {
      const mark = line[column];
      const seat = LETTERS.indexOf(mark as (typeof LETTERS)[number]);
      state.cells[row * columns + column] = seat >= 0 ? TRAIL + seat : mark === '#' ? WALL : FREE;
    }
  }
  return true;
}
