import type { Ink } from '../kit.ts';
import { LETTERS } from './rules/board.ts';
import { scores, survived } from './rules/rules.ts';
import { CAUSES, TRAIL, type TrailsState, WALL } from './rules/state.ts';

const ARROWS = ['▲', '▶', '▼', '◀'] as const;

/**
 * Draws the board of a state as text, followed by one line per player. Each cell has two columns, so that it looks
 * square. A trail is drawn with its player's letter, for people who can't distinguish the colours.
 */
export function drawText(state: TrailsState, names: readonly string[], ink: Ink): string[] {
  const { board, round } = state;
  const lines = [ink.bold(`Trails  round ${String(round).padStart(3)} of ${board.rounds}`)];
  lines.push(`┌${'──'.repeat(board.columns)}┐`);
  for (let row = 0; row < board.rows; row++) {
    let line = '';
    for (let column = 0; column < board.columns; column++) line += drawCell(state, row * board.columns + column, ink);
    lines.push(`│${line}│`);
  }
  lines.push(`└${'──'.repeat(board.columns)}┘`);
  const points = scores(state);
  names.forEach((name, seat) => {
    const cause = CAUSES[state.causes[seat]];
    const how = cause === 'living' ? '' : `eliminated in round ${survived(state, seat) + 1}: ${cause}`;
    const label = ink.seat(seat, `${LETTERS[seat]} ${name.padEnd(12)}`);
    lines.push(`${label} ${String(points[seat]).padStart(5)}  ${cause === 'failure' ? ink.red(how) : how}`);
  });
  return lines;
}

function drawCell({ cells, heads, headings, endedIn }: TrailsState, cell: number, ink: Ink): string {
  const content = cells[cell];
  if (content === WALL) return ink.grey('██');
  if (content < TRAIL) return ' ·';
  const seat = content - TRAIL;
  if (heads[seat] !== cell) return ink.seat(seat, `${LETTERS[seat]}${LETTERS[seat]}`);
  return ink.bold(
    ink.seat(seat, `${LETTERS[seat].toUpperCase()}${endedIn[seat] === 0 ? ARROWS[headings[seat]] : '×'}`),
  );
}
