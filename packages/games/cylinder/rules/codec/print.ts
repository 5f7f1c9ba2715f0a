import type { Dialect } from '../dialect.ts';
import { SHOOT } from '../directions.ts';
import type { Instructions } from '../instructions.ts';
import type { CylinderView } from '../position-view.ts';
import type { CylinderState } from '../state.ts';

/**
 * Formats a number as C++ prints a double by default: six significant digits, no trailing zeros, and an exponent with
 * two digits.
 */
export function formatDouble(value: number): string {
  if (value === 0) return '0';
  const exponent = Number(value.toExponential(5).split('e')[1]);
  if (exponent >= -4 && exponent < 6) return String(Number(value.toPrecision(6)));
  const [digits] = value.toExponential(5).split('e');
  const shown = String(Number(digits));
  return `${shown}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/**
 * The two lines of column labels, followed by an empty line. From column 100 on, the first label line has two digits
 * per column.
 */
export function columnLabels(columns: number): string {
  let tens = '';
  let ones = '';
  for (let column = 0; column < columns; column++) {
    tens += Math.floor(column / 10);
    ones += column % 10;
  }
  return `   ${tens}\n   ${ones}\n\n`;
}

const twoDigits = (value: number) => `${Math.floor(value / 10)}${value % 10}`;

function printRow(dialect: Dialect, view: CylinderView, row: number): string {
  let line = `${twoDigits(row)} `;
  for (let column = 0; column < view.settings.universeColumns; column++)
    line += dialect.symbols[view.contentAt(row, column)];
  return `${line}\n`;
}

/** The column labels and the rows. */
function printGrid(dialect: Dialect, view: CylinderView): string {
  let text = columnLabels(view.settings.universeColumns);
  for (let row = 0; row < view.settings.rows; row++) text += printRow(dialect, view, row);
  return text;
}

/**
 * The grid of a running match, printed without units and missiles. Its rows therefore change rarely, and only changed
 * rows are printed again.
 */
export function printStateGrid(state: CylinderState): string {
  const { gridTexts, settings } = state;
  // The list begins with the labels. The text of the whole grid is stored separately.
  if (state.gridText !== '') return state.gridText;
  if (gridTexts[0] === '') gridTexts[0] = columnLabels(settings.universeColumns);
  for (let row = 0; row < settings.rows; row++)
    if (gridTexts[row + 1] === '') gridTexts[row + 1] = printRow(state.board.dialect, state, row);
  state.gridText = gridTexts.join('');
  return state.gridText;
}

/**
 * Prints a position in the format of a `.res` (docs/cylinder.md §7.3), from the empty line before `rnd` to the empty
 * line at its end.
 */
export function printPosition(dialect: Dialect, view: CylinderView, grid: string = printGrid(dialect, view)): string {
  const { players, unitsPerPlayer } = view.settings;
  const { burnsGas, unitsWord, idWord } = dialect;
  const gasTitle = burnsGas ? 'gas\t' : '';
  const titles = `\n\n${unitsWord}\n${idWord}\trow\tcolumn\tnb_miss\t${gasTitle}alive\ttime\n`;
  // A list of short texts, joined at the end, which is faster than concatenation.
  const parts = [`\nrnd ${view.round}\n\n`, grid, titles];
  const units = players * unitsPerPlayer;
  for (let unit = 0; unit < units; unit++) {
    parts.push(
      tabbed(unit),
      tabbed(view.unitRow(unit)),
      tabbed(view.unitColumn(unit)),
      tabbed(view.unitMissiles(unit)),
    );
    if (burnsGas) parts.push(tabbed(view.unitGas(unit)));
    parts.push(view.unitAlive(unit) ? 'y\t0\n' : `n\t${view.unitTime(unit)}\n`);
  }
  const missiles = view.missileCount;
  parts.push('\nmissiles\n', `${missiles}\nmid\t${idWord}\trow\tcolumn\n`);
  for (let i = 0; i < missiles; i++)
    parts.push(
      tabbed(view.missileId(i)),
      tabbed(view.missileOwner(i)),
      tabbed(view.missileRow(i)),
      `${view.missileColumn(i)}`,
      '\n',
    );
  parts.push('\nplayers\npid\tscore\tstatus\n');
  for (let player = 0; player < players; player++)
    parts.push(tabbed(player), tabbed(view.score(player)), formatDouble(view.status(player)), '\n');
  parts.push('\n');
  return parts.join('');
}

/** Small numbers, each followed by a tab. They make up most of the printed text. */
const TABBED = Array.from({ length: 1000 }, (_, value) => `${value}\t`);

function tabbed(value: number): string {
  return value >= 0 && value < TABBED.length ? TABBED[value] : `${value}\t`;
}

/** Prints instructions, with the title `actions_asked` or `actions_done`. */
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
 * Writes a player's valid instructions into `kept`: those that the players' API accepts (docs/cylinder.md §3.3).
 * It leaves out instructions for an unknown unit or another player's unit, instructions with an unknown direction, and
 * second instructions for a unit. So a new replay never contains them. A replay that was read keeps its instructions.
 */
export function recordedInstructions(
  asked: Instructions,
  player: number,
  unitsPerPlayer: number,
  kept: Instructions,
): void {
  kept.clear();
  const first = player * unitsPerPlayer;
  for (let i = 0; i < asked.length; i++) {
    const nonsense = asked.nonsenseAt(i);
    if (nonsense !== undefined) kept.pushNonsense(nonsense);
    const unit = asked.unit(i);
    if (unit < first || unit >= first + unitsPerPlayer || asked.code(i) > SHOOT) continue;
    let again = false;
    for (let k = 0; k < kept.length; k++) again ||= kept.unit(k) === unit;
    if (!again) kept.push(unit, asked.code(i));
  }
}
