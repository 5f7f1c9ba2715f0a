import type { Ink } from '../kit.ts';
import { LETTERS, sideOf } from './rules/board.ts';
import { type PeriscopeState, SUNK, UNKNOWN, WRECK } from './rules/state.ts';

/**
 * Draws the board of a state as text, with two columns per cell, followed by one line per player. A submarine is its
 * player's letter and its number.
 */
export function drawText(state: PeriscopeState, names: readonly string[], ink: Ink): string[] {
  const { board, round, cells, last } = state;
  const lines = [ink.bold(`Periscope  round ${String(round).padStart(3)} of ${board.rounds}`)];
  lines.push(`┌${'──'.repeat(board.columns)}┐`);
  for (let row = 0; row < board.rows; row++) {
    let line = '';
    for (let column = 0; column < board.columns; column++) line += drawCell(state, row * board.columns + column, ink);
    lines.push(`│${line}│`);
  }
  lines.push(`└${'──'.repeat(board.columns)}┘`);
  names.forEach((name, seat) => {
    const left = cells
      .subarray(seat * board.submarines, (seat + 1) * board.submarines)
      .filter((cell) => cell !== SUNK).length;
    const label = ink.seat(seat, `${LETTERS[seat]} ${name.padEnd(12)}`);
    const points = String(state.scores[sideOf(seat)]).padStart(4);
    const { report } = last[seat];
    lines.push(`${label} ${points}  ${left} left  ${report === 'none' || report === 'quiet' ? '' : report}`.trimEnd());
  });
  return lines;
}

function drawCell({ board, cells, wrecks, last }: PeriscopeState, cell: number, ink: Ink): string {
  const unit = cells.indexOf(cell);
  if (unit >= 0) {
    const seat = Math.floor(unit / board.submarines);
    return ink.bold(ink.seat(seat, `${LETTERS[seat].toUpperCase()}${(unit % board.submarines) + 1}`));
  }
  if (board.islands[cell] === 1) return ink.green('██');
  const hit = last.findIndex(({ end, sunk }) => sunk > 0 && end === cell);
  if (hit >= 0) return ink.red('××');
  const site = board.siteAt[cell];
  if (site >= 0 && wrecks[site] === WRECK) return ink.yellow(' $');
  if (site >= 0 && wrecks[site] === UNKNOWN) return ' ?';
  return ink.grey(' ·');
}
