import type { Ink } from '../kit.ts';
import { angrymob } from './rules/game.ts';
import type { MobState } from './rules/state.ts';

const NAMED = ['blue', 'red'] as const;
const BASE = ['B', 'R'] as const;

/**
 * Draws the map of a state as text, followed by one line per player. Each cell has two columns, so that it looks
 * square. Units are a letter and their number, `+` for ten or more: b and r for the players, n for neutral units. An
 * empty base is just B or R.
 */
export function drawText(state: MobState, names: readonly string[], ink: Ink): string[] {
  const { map, moveLimit } = state.board;
  const lines = [ink.bold(`${angrymob.title}  turn ${String(state.turn).padStart(3)} of ${moveLimit}`)];
  lines.push(`┌${'──'.repeat(map.columns)}┐`);
  for (let row = 0; row < map.rows; row++) {
    let line = '';
    for (let column = 0; column < map.columns; column++) line += drawCell(state, row * map.columns + column, ink);
    lines.push(`│${line}│`);
  }
  lines.push(`└${'──'.repeat(map.columns)}┘`);
  names.forEach((name, seat) => {
    const units = String(state.armies[seat].total).padStart(5);
    const how = state.winner === seat ? `  won: ${state.reason}` : '';
    lines.push(`${ink.seat(seat, `${NAMED[seat].padEnd(4)} ${name.padEnd(12)}`)} ${units} units${how}`);
  });
  return lines;
}

function drawCell({ armies, board, neutrals }: MobState, cell: number, ink: Ink): string {
  const { map } = board;
  if (map.passable[cell] === 0) return ink.grey('██');
  for (const [seat, { units }] of armies.entries())
    if (units[cell] > 0) return ink.seat(seat, NAMED[seat][0] + digit(units[cell]));
  if (neutrals[cell] > 0) return ink.yellow(`n${digit(neutrals[cell])}`);
  const base = map.bases.indexOf(cell);
  return base < 0 ? ' ·' : ink.bold(ink.seat(base, ` ${BASE[base]}`));
}

const digit = (units: number): string => (units < 10 ? String(units) : '+');
