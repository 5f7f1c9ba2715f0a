import { lineOutput } from '@ludus/game/protocol.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { FollowMatch, LineReader } from '@ludus/runtime/parts.ts';
import { LETTERS, type PeriscopeBoard, readBoard, sideOf } from '../rules/board.ts';
import { SITE_WORDS } from '../rules/dialogue.ts';
import { DIRECTION_NAMES } from '../rules/directions.ts';
import { clearMove, newMove, printMove } from '../rules/move.ts';
import { type LastOrder, PeriscopeState, REPORTS, SUNK, UNKNOWN, UNSEEN } from '../rules/state.ts';
import { connect, playTurn } from './api.ts';
import { makePlayer } from './in-process.ts';

/**
 * Plays a match with a TypeScript player over the lines of the protocol (docs/periscope.md §8). Throws if a line is
 * invalid.
 */
export const follow: FollowMatch = async (code, next, say) => {
  const make = makePlayer(code);
  if (typeof make === 'string') throw new Error(`the player ${make}`);
  const seat = (LETTERS as readonly string[]).indexOf((await next())?.split(' ')[1] ?? '');
  if (seat < 0) return;
  await next();
  const board = await readIntroduction(next);
  const generator = { state: seedState(1 + seat) };
  const player = make();
  const move = newMove();
  let isConnected = false;
  for (let state = await readPosition(next, board, seat); state; state = await readPosition(next, board, seat)) {
    clearMove(move);
    // The player is connected only now, because the first position contains the deal.
    if (!isConnected) player[connect](state, seat, lineOutput(console.error));
    isConnected = true;
    // biome-ignore lint/suspicious/noDebugger: `ludus debug --round` stops here
    if (process.env.LUDUS_DEBUG_ROUND === String(state.round)) debugger;
    player[playTurn](state, move, generator);
    say(`${printMove(move)}\n`);
  }
};

/** Reads the board file, which ends with one line per row. */
async function readIntroduction(next: LineReader): Promise<PeriscopeBoard> {
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

/** The state that the next position describes; undefined at the end. */
async function readPosition(
  next: LineReader,
  board: PeriscopeBoard,
  seat: number,
): Promise<PeriscopeState | undefined> {
  const words = async () => ((await next()) ?? '').split(' ');
  let first = await next();
  // Skips lines that reject earlier orders.
  while (first?.startsWith('refused')) first = await next();
  if (first === undefined) return undefined;
  const state = new PeriscopeState(board);
  const { cells, wrecks, charts, contacts, scores, last } = state;
  const cellOf = (row: string, column: string) => Number(row) * board.columns + Number(column);
  state.round = Number(first.split(' ')[1]);
  state.turn = seat;
  for (const [player, score] of (await words()).slice(1).entries()) scores[sideOf(player)] = Number(score);
  for (let unit = 0; unit < cells.length; unit++) {
    const [, , , how, row, column] = await words();
    cells[unit] = how === 'at' ? cellOf(row, column) : how === 'sunk' ? SUNK : UNSEEN;
  }
  for (let site = 0; site < wrecks.length; site++) {
    const [, , , content] = await words();
    wrecks[site] = (SITE_WORDS as readonly string[]).indexOf(content);
    if (wrecks[site] !== UNKNOWN) charts[sideOf(seat) * wrecks.length + site] = 1;
  }
  for (const order of last) readLast(order, (await words()).slice(2), cellOf);
  for (let left = Number((await words())[1]); left > 0; left--) {
    const [, letter, number, row, column] = await words();
    const unit = (LETTERS as readonly string[]).indexOf(letter) * board.submarines + Number(number) - 1;
    contacts[seat * cells.length + unit] = cellOf(row, column);
  }
  return state;
}

function readLast(order: LastOrder, words: string[], cellOf: (row: string, column: string) => number): void {
  const [report, row, column, direction, endRow, endColumn, sunk] = words;
  order.report = REPORTS.find((each) => each === report) ?? 'none';
  if (row === undefined) return;
  order.cell = cellOf(row, column);
  if (direction === undefined) return;
  order.direction = (DIRECTION_NAMES as readonly string[]).indexOf(direction);
  order.end = cellOf(endRow, endColumn);
  order.sunk = Number(sunk);
}
