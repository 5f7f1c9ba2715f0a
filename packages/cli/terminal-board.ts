import { type CylinderView, EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE } from 'ludus/cylinder/rules/board.ts';
import { createColors } from 'picocolors';

const colours = createColors(process.stdout.isTTY === true);
/** By seat; each player also has a letter of its own, for those who do not tell the colours apart. */
const PLAYER_INK = [colours.blueBright, colours.yellowBright, colours.magentaBright, colours.cyanBright];
const PLAYER_LETTERS = 'ABCD';

export interface Drawing {
  /** Lines without their line ends; every frame of a match has the same number of them. */
  readonly lines: string[];
}

/** The window of a cylinder game's state as text with ANSI colours, its scores below. */
export function drawWindow(title: string, names: readonly string[], view: CylinderView): Drawing {
  const { settings, round } = view;
  const lines = [colours.bold(`${title}  round ${String(round).padStart(3)} of ${settings.rounds}`)];
  lines.push(`┌${'─'.repeat(settings.windowColumns)}┐`);
  for (let row = 0; row < settings.rows; row++) {
    let line = '';
    for (let ahead = 0; ahead < settings.windowColumns; ahead++) line += cell(view, row, round + ahead);
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
    const frozen = view.status(player) < 0 ? colours.red(' FROZEN') : '';
    lines.push(
      `${PLAYER_INK[player](`${PLAYER_LETTERS[player]} ${name.padEnd(12)}`)} ${PLAYER_INK[player](bar)} ${String(view.score(player)).padStart(5)}  ${state}${frozen}`,
    );
  });
  return { lines };
}

function cell(view: CylinderView, row: number, column: number): string {
  const unit = view.unitAt(row, column);
  if (unit >= 0) {
    const player = Math.floor(unit / view.settings.unitsPerPlayer);
    return colours.bold(PLAYER_INK[player](PLAYER_LETTERS[player]));
  }
  if (view.missileAt(row, column) >= 0) return colours.redBright('»');
  const content = view.contentAt(row, column);
  if (content === EMPTY) return ' ';
  if (content === OBSTACLE) return colours.gray('X');
  if (content === MISSILE_BONUS) return colours.red('m');
  return content === GAS_BONUS ? colours.yellow('g') : colours.green('o');
}
