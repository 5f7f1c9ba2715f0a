import type { CylinderView } from '../board.ts';
import type { Dialect } from '../dialect.ts';
import { SHOOT } from '../directions.ts';
import type { Instructions } from '../instructions.ts';

/** A number as C++ prints a double by default: six significant digits, no zeros at the end, an exponent of two digits. */
export function formatDouble(value: number): string {
  if (value === 0) return '0';
  const exponent = Number(value.toExponential(5).split('e')[1]);
  if (exponent >= -4 && exponent < 6) return String(Number(value.toPrecision(6)));
  const [digits] = value.toExponential(5).split('e');
  const shown = String(Number(digits));
  return `${shown}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** The two lines of column labels, then an empty one. From column 100 on the first line has two digits a column. */
function columnLabels(columns: number): string {
  let tens = '';
  let ones = '';
  for (let column = 0; column < columns; column++) {
    tens += Math.floor(column / 10);
    ones += column % 10;
  }
  return `   ${tens}\n   ${ones}\n\n`;
}

const twoDigits = (value: number) => `${Math.floor(value / 10)}${value % 10}`;

/** A position as a `.res` prints it, from the empty line before `rnd` to the empty line at its end. */
export function printPosition(dialect: Dialect, view: CylinderView): string {
  const { players, rows, universeColumns, unitsPerPlayer } = view.settings;
  const parts = [`\nrnd ${view.round}\n\n${columnLabels(universeColumns)}`];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let column = 0; column < universeColumns; column++) line += dialect.symbols[view.contentAt(row, column)];
    parts.push(`${twoDigits(row)} ${line}\n`);
  }
  const gasTitle = dialect.burnsGas ? 'gas\t' : '';
  parts.push(`\n\n${dialect.unitsWord}\n${dialect.idWord}\trow\tcolumn\tnb_miss\t${gasTitle}alive\ttime\n`);
  for (let unit = 0; unit < players * unitsPerPlayer; unit++) {
    const gas = dialect.burnsGas ? `${view.unitGas(unit)}\t` : '';
    const alive = view.unitAlive(unit) ? 'y' : 'n';
    parts.push(
      `${unit}\t${view.unitRow(unit)}\t${view.unitColumn(unit)}\t${view.unitMissiles(unit)}\t${gas}${alive}\t${view.unitTime(unit)}\n`,
    );
  }
  parts.push(`\nmissiles\n${view.missileCount}\nmid\t${dialect.idWord}\trow\tcolumn\n`);
  for (let i = 0; i < view.missileCount; i++)
    parts.push(`${view.missileId(i)}\t${view.missileOwner(i)}\t${view.missileRow(i)}\t${view.missileColumn(i)}\n`);
  parts.push('\nplayers\npid\tscore\tstatus\n');
  for (let player = 0; player < players; player++)
    parts.push(`${player}\t${view.score(player)}\t${formatDouble(view.status(player))}\n`);
  parts.push('\n');
  return parts.join('');
}

/** `actions_asked` or `actions_done`. */
export function printInstructions(title: string, lists: readonly Instructions[]): string {
  let text = `${title}\n\n`;
  for (let player = 0; player < lists.length; player++) {
    text += `${player}\n`;
    for (let i = 0; i < lists[player].length; i++) text += `${lists[player].print(i)}\n`;
    text += '-1\n\n';
  }
  return text;
}

/**
 * What of a player's instructions counts as asked, into `kept`: those that the players' API lets through. A foreign or unknown
 * unit, an unknown direction or a second instruction for a unit never gets into a replay.
 */
export function keepAsked(asked: Instructions, player: number, unitsPerPlayer: number, kept: Instructions): void {
  kept.clear();
  const first = player * unitsPerPlayer;
  for (let i = 0; i < asked.length; i++) {
    const unit = asked.units[i];
    if (unit < first || unit >= first + unitsPerPlayer || asked.codes[i] > SHOOT) continue;
    let again = false;
    for (let k = 0; k < kept.length; k++) again ||= kept.units[k] === unit;
    if (!again) kept.push(unit, asked.codes[i]);
  }
}
