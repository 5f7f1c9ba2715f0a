import { lineOutput } from '@ludus/game/protocol.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { Follow, LineReader } from '@ludus/runtime/parts.ts';
import { LETTERS, readBoard, type TrailsBoard } from '../rules/board.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { newMove, printMove } from '../rules/move.ts';
import { FREE, TRAIL, TrailsState, WALL } from '../rules/state.ts';
import { connect, playRound } from './api.ts';
import { makePlayer } from './in-process.ts';

/** Plays a match with a TypeScript player over lines of the protocol (docs/trails.md §8). Throws where they are not as they should be. */
export const follow: Follow = async (code, next, say) => {
  const make = makePlayer(code);
  if (typeof make === 'string') throw new Error(`the player ${make}`);
  const seat = LETTERS.indexOf(((await next())?.split(' ')[1] ?? '') as (typeof LETTERS)[number]);
  if (seat < 0) return;
  await next();
  const state = new TrailsState(await readIntroduction(next));
  const generator = { state: seedState(1 + seat) };
  const player = make();
  player[connect](state, seat, lineOutput(console.error));
  const move = newMove();
  while (await readPosition(next, state)) {
    Object.assign(move, newMove());
    // biome-ignore lint/suspicious/noDebugger: `ludus debug --round` stops here
    if (process.env.LUDUS_DEBUG_ROUND === String(state.round)) debugger;
    if (state.endedIn[seat] === 0) player[playRound](move, generator);
    say(`${printMove(move)}\n`);
  }
};

/** The board file, which ends with as many lines as it has rows. */
async function readIntroduction(next: LineReader): Promise<TrailsBoard> {
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

/** Makes the state what the next position says; false when there is none any more. */
async function readPosition(next: LineReader, state: TrailsState): Promise<boolean> {
  const { rows, columns } = state.board;
  const first = await next();
  if (first === undefined) return false;
  state.round = Number(first.split(' ')[1]);
  for (let seat = 0; seat < state.players; seat++) {
    const [, row, column, how] = ((await next()) ?? '').split(' ');
    const heading = DIRECTION_NAMES.indexOf(how as (typeof DIRECTION_NAMES)[number]);
    state.heads[seat] = Number(row) * columns + Number(column);
    if (heading >= 0) state.headings[seat] = heading;
    // The dialogue shows that a player has ended, but not how. This is the first position that shows it.
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
