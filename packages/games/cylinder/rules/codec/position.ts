import type { CylinderSettings } from '../dialect.ts';
import { type Dialect, MAX_NUMBER } from '../dialect.ts';
import { type MissileRecord, Position, type UnitRecord } from '../position.ts';
import { EMPTY, OBSTACLE } from '../position-view.ts';
import type { CylinderReader } from './problems.ts';

/**
 * Reads one position, from `rnd` to the last player's status, and checks it (docs/cylinder.md §7.2). Units and missiles
 * must be inside the universe, in separate cells, and not on an obstacle; ids count from 0.
 */
export function readPosition(reader: CylinderReader, dialect: Dialect, settings: CylinderSettings): Position {
  reader.expectWord('rnd');
  const round = within(reader, 'rnd', 0, MAX_NUMBER);
  const contents = readGrid(reader, dialect, settings);
  const units = readUnits(reader, dialect, settings, contents);
  const missiles = readMissiles(reader, dialect, settings, contents, units);
  for (const word of ['players', 'pid', 'score', 'status']) reader.expectWord(word);
  const scores: number[] = [];
  const statuses: number[] = [];
  for (let player = 0; player < settings.players; player++) {
    countedId(reader, 'player', player);
    scores.push(reader.integer(`the score of player ${player}`));
    statuses.push(readStatus(reader, player));
  }
  return new Position(settings, round, contents, units, missiles, scores, statuses);
}

/** Positions in a state are 32-bit numbers, which limits the number of cells. */
const MAX_CELLS = 1 << 24;

/** Reads an integer from `min` to `max` (inclusive). */
function within(reader: CylinderReader, what: string, min: number, max: number): number {
  const value = reader.integer(what);
  if (value < min || value > max) reader.fail('board/number', what, min, max, reader.token);
  return value;
}

/** Reads an id. Ids must be listed from 0, without gaps. */
function countedId(reader: CylinderReader, what: string, expected: number): void {
  if (reader.integer(`the id of ${what} ${expected}`) !== expected)
    reader.fail('board/ids', what, expected, reader.token);
}

function readStatus(reader: CylinderReader, player: number): number {
  const token = reader.next(`the status of player ${player}`);
  const value = Number(token);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(token) || (value !== -1 && !(value >= 0 && value <= 1)))
    reader.fail('board/status', token);
  return value;
}

const isLabel = (token: string | undefined) => token !== undefined && /^\d+$/.test(token);

/**
 * The column labels may take any number of lines. The last number before the first row is the label of that row. Labels
 * are ignored, because some boards of the originals number their rows from 1.
 */
function readGrid(reader: CylinderReader, dialect: Dialect, settings: CylinderSettings): Uint8Array {
  const { rows, universeColumns } = settings;
  if (rows * universeColumns > MAX_CELLS) reader.fail('board/size', MAX_CELLS, rows, universeColumns);
  // The array is allocated only after the rows have been found.
  let contents = new Uint8Array(0);
  while (true) {
    const label = reader.next('the label of row 0');
    if (!isLabel(label)) reader.fail('board/label', 0, label);
    if (!isLabel(reader.peek())) break;
  }
  for (let row = 0; row < rows; row++) {
    if (row > 0) reader.next(`the label of row ${row}`);
    if (!isLabel(reader.token)) reader.fail('board/label', row, reader.token);
    const cells = reader.next(`the cells of row ${row}`);
    if (cells.length !== universeColumns) reader.fail('board/row', row, universeColumns, cells.length);
    if (row === 0) contents = new Uint8Array(rows * universeColumns);
    for (let column = 0; column < universeColumns; column++) {
      const content = cells[column] === ' ' ? -1 : dialect.symbols.indexOf(cells[column]);
      if (content < 0) {
        const allowed = [...dialect.symbols].filter((symbol) => symbol !== ' ');
        reader.fail('board/cell', row, column, allowed, cells[column]);
      }
      contents[row * universeColumns + column] = content;
    }
  }
  return contents;
}

function readUnits(
  reader: CylinderReader,
  dialect: Dialect,
  settings: CylinderSettings,
  contents: Uint8Array,
): UnitRecord[] {
  const { rows, universeColumns } = settings;
  const gasWord = dialect.burnsGas ? ['gas'] : [];
  for (const word of [dialect.unitsWord, dialect.idWord, 'row', 'column', 'nb_miss', ...gasWord, 'alive', 'time'])
    reader.expectWord(word);
  const one = dialect.unitsWord.slice(0, -1);
  const units: UnitRecord[] = [];
  const taken = new Set<number>();
  for (let id = 0; id < settings.players * settings.unitsPerPlayer; id++) {
    countedId(reader, one, id);
    const row = within(reader, 'row', 0, rows - 1);
    const column = within(reader, 'column', 0, universeColumns - 1);
    const cell = row * universeColumns + column;
    if (contents[cell] === OBSTACLE) reader.fail('board/obstacle', one, id, row, column);
    const missiles = within(reader, 'nb_miss', 0, MAX_NUMBER);
    // A living car that started without gas continues with an amount of gas below 0, so replays may contain negative
    // values.
    const gas = dialect.burnsGas ? within(reader, 'gas', -MAX_NUMBER, MAX_NUMBER) : 0;
    const aliveToken = reader.next('alive');
    if (aliveToken !== 'y' && aliveToken !== 'n') reader.fail('board/alive', aliveToken);
    const alive = aliveToken === 'y';
    if (alive && contents[cell] !== EMPTY) reader.fail('board/occupied', one, id, dialect.symbols[contents[cell]]);
    if (alive && taken.has(cell)) reader.fail('board/occupied', one, id, `another ${one}`);
    if (alive) taken.add(cell);
    const time = within(reader, 'time', 0, MAX_NUMBER);
    if (alive && time !== 0) reader.fail('board/time', one, id, reader.token);
    units.push({ row, column, missiles, gas, alive, time });
  }
  return units;
}

function readMissiles(
  reader: CylinderReader,
  dialect: Dialect,
  settings: CylinderSettings,
  contents: Uint8Array,
  units: readonly UnitRecord[],
): MissileRecord[] {
  const { rows, universeColumns } = settings;
  reader.expectWord('missiles');
  const count = within(reader, 'the number of missiles', 0, rows * universeColumns);
  for (const word of ['mid', dialect.idWord, 'row', 'column']) reader.expectWord(word);
  const missiles: MissileRecord[] = [];
  const ids = new Set<number>();
  const taken = new Set<number>();
  for (const unit of units) if (unit.alive) taken.add(unit.row * universeColumns + unit.column);
  for (let k = 0; k < count; k++) {
    const id = within(reader, 'mid', 0, MAX_NUMBER);
    if (ids.has(id)) reader.fail('board/missileId', id);
    ids.add(id);
    const owner = within(reader, `the ${dialect.idWord} of missile ${id}`, 0, units.length - 1);
    const row = within(reader, 'row', 0, rows - 1);
    const column = within(reader, 'column', 0, universeColumns - 1);
    const cell = row * universeColumns + column;
    if (contents[cell] !== EMPTY || taken.has(cell)) {
      const what = contents[cell] === EMPTY ? 'a unit or a missile' : dialect.symbols[contents[cell]];
      reader.fail('board/missileCell', id, what);
    }
    taken.add(cell);
    missiles.push({ id, owner, row, column });
  }
  return missiles.sort((a, b) => a.id - b.id);
}
