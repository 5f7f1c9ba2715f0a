import type { Ink } from '../kit.ts';
import { type CylinderView, EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE } from './rules/position-view.ts';

/** Each player has a letter, for people who can't tell the colours apart. */
const PLAYER_LETTERS = 'ABCD';

/** The window of a state as text, with its scores below. */
export function drawText(title: string, view: CylinderView, names: readonly string[], ink: Ink): string[] {
  const { settings, round } = view;
  const lines = [ink.bold(`${title}  round ${String(round).padStart(3)} of ${settings.rounds}`)];
  lines.push(`┌${'─'.repeat(settings.windowColumns)}┐`);
  for (let row = 0; row < settings.rows; row++) {
    let line = '';
    for (let ahead = 0; ahead < settings.windowColumns; ahead++) line += cell(view, row, round + ahead, ink);
    lines.push(`│${line}│`);
  }
  lines.push(`└${'─'.repeat(settings.windowColumns)}┘`);
  const top = Math.max(...names.map((_, player) => view.score(player)), 1);
  names.forEach((name, player) => {
    const bar = '█'.repeat(Math.round((24 * view.score(player)) / top)).padEnd(24, '·');
    const units = Array.from({ length: settings.unitsPerPlayer }, (_, k) => player * settings.unitsPerPlayer + k);
    const state = units
      .map((unit) =>
        view.unitAlive(unit)
          ? `${view.unitMissiles(unit)} missiles${settings.initialGas > 0 ? ` ${view.unitGas(unit)} gas` : ''}`
          : `back in ${view.unitTime(unit)}`,
      )
      .join(', ');
    const frozen = view.status(player) < 0 ? ink.red(' FROZEN') : '';
    const label = ink.seat(player, `${PLAYER_LETTERS[player]} ${name.padEnd(12)}`);
    lines.push(`${label} ${ink.seat(player, bar)} ${String(view.score(player)).padStart(5)}  ${state}${frozen}`);
  });
  return lines;
}

function cell(view: CylinderView, row: number, column: number, ink: Ink): string {
  const unit = view.unitAt(row, column);
  if (unit >= 0) {
    const player = Math.floor(unit / view.settings.unitsPerPlayer);
    return ink.bold(ink.seat(player, PLAYER_LETTERS[player]));
  }
  if (view.missileAt(row, column) >= 0) return ink.red('»');
  const content = view.contentAt(row, column);
  if (content === EMPTY) return ' ';
  if (content === OBSTACLE) return ink.grey('X');
  if (content === MISSILE_BONUS) return ink.red('m');
  return content === GAS_BONUS ? ink.yellow('g') : ink.green('o');
}
