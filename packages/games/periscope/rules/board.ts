import { attempt, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { neighbourTable } from './directions.ts';

/**
 * The settings of a board (docs/periscope.md §1). A cell is the number row · columns + column. Rows and columns are
 * counted from 0 at the top left.
 */
export interface BoardParts {
  /** Number of rounds after which the match is over. */
  readonly rounds: number;
  /** Number of submarines per player. */
  readonly submarines: number;
  /** Ranges in cells: of a submarine's sight, of a ping, and of a torpedo. */
  readonly sight: number;
  readonly ping: number;
  readonly torpedo: number;
  /** Number of sites with a wreck. */
  readonly wrecks: number;
  readonly rows: number;
  readonly columns: number;
  /** One number per cell, 1 for an island. */
  readonly islands: Uint8Array;
  /** The cells that may contain a wreck, ascending. */
  readonly sites: readonly number[];
  /** By seat: the cells in which a submarine may start, ascending. */
  readonly harbours: readonly (readonly number[])[];
}

/** The content of a board file. */
export interface PeriscopeBoard extends BoardParts {
  /** See `neighbourTable`. */
  readonly neighbours: Int32Array;
  /** By cell: its index in `sites`, or −1. */
  readonly siteAt: Int16Array;
}

/** Builds a board from its parts. The caller must guarantee the properties that the reader of a file checks. */
export function makeBoard(parts: BoardParts): PeriscopeBoard {
  const { rows, columns, islands, sites } = parts;
  const siteAt = new Int16Array(rows * columns).fill(-1);
  sites.forEach((cell, site) => {
    siteAt[cell] = site;
  });
  return { ...parts, neighbours: neighbourTable(rows, columns, islands), siteAt };
}

/** The settings before the drawing, in file order. */
export const SETTINGS = [
  'rounds',
  'players',
  'submarines',
  'sight',
  'ping',
  'torpedo',
  'wrecks',
  'rows',
  'columns',
] as const;

/** The minimum and maximum of each number in a board file. */
export const LIMITS: Readonly<Record<(typeof SETTINGS)[number], readonly [least: number, most: number]>> = {
  rounds: [1, 400],
  players: [2, 4],
  submarines: [1, 5],
  sight: [1, 9],
  ping: [1, 30],
  torpedo: [1, 30],
  wrecks: [0, 40],
  rows: [4, 40],
  columns: [4, 40],
};

/** The settings of generated boards. */
export const DEFAULTS = { rounds: 160, submarines: 3, sight: 2, ping: 5, torpedo: 6 } as const;

/** The players' letters, in boards and in messages to programs. */
export const LETTERS = ['a', 'b', 'c', 'd'] as const;
export const SIDES = 2;
/** The marks of a drawing that aren't letters. */
export const SEA = '.';
export const ISLAND = '#';
export const SITE = '*';

/** The side of a seat: in a match of four players, `a` plays together with `c`, and `b` with `d` (§2). */
export function sideOf(seat: number): number {
  return seat % SIDES;
}

/**
 * Number of steps from one cell to another, ignoring islands. The ranges of sight and pings are counted in these steps.
 */
export function distance({ columns }: Pick<BoardParts, 'columns'>, from: number, to: number): number {
  const rows = Math.abs(Math.floor(from / columns) - Math.floor(to / columns));
  return rows + Math.abs((from % columns) - (to % columns));
}

const outOfRange = (name: string, least: number, most: number, found: string) =>
  `${name} must be from ${least} to ${most}, found ${shown(found)}`;

/** The errors that a board file can contain. */
export const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected periscope, found ${shown(found)}`,
  'board/rounds': outOfRange,
  'board/players': outOfRange,
  'board/submarines': outOfRange,
  'board/sight': outOfRange,
  'board/ping': outOfRange,
  'board/torpedo': outOfRange,
  'board/wrecks': outOfRange,
  'board/rows': outOfRange,
  'board/columns': outOfRange,
  'board/sides': (found: number) => `players must be 2 or 4, found ${found}`,
  'board/row': (row: number, cells: number, columns: number, found: string) =>
    `row ${row} of the drawing has ${cells} cells, expected ${columns}: ${shown(found)}`,
  'board/cell': (letters: readonly string[], row: number, column: number, found: string) =>
    `expected ${SEA}, ${ISLAND}, ${SITE} or one of ${letters.join(', ')} at row ${row}, column ${column}, found ${shown(found)}`,
  'board/more': (rows: number, found: string) => `the drawing has ${rows} rows, but more text follows: ${shown(found)}`,
  'board/harbour': (submarines: number, letter: string, found: number) =>
    `the drawing must have ${submarines} cells ${letter}, one per submarine, found ${found}`,
  'board/sites': (wrecks: number, found: number) =>
    `the drawing must have at least ${wrecks} cells ${SITE}, one per wreck, found ${found}`,
} satisfies Sentences;

type BoardReader = TokenReader<typeof BOARD_PROBLEMS>;

/** Reads a board file (§6). */
export function readBoard(text: string): Result<PeriscopeBoard> {
  return attempt(() => {
    const reader = new TokenReader(text, BOARD_PROBLEMS);
    if (reader.next('periscope') !== 'periscope') reader.fail('board/foreign', reader.token);
    reader.expectWord('board');
    reader.expectWord('1');
    const settings = Object.fromEntries(SETTINGS.map((name) => [name, readNumber(reader, name)])) as Record<
      (typeof SETTINGS)[number],
      number
    >;
    const { players, ...rest } = settings;
    if (players % SIDES !== 0) reader.fail('board/sides', players);
    const drawing = readDrawing(reader, settings.rows, settings.columns, players);
    if (reader.tryNext() !== undefined) reader.fail('board/more', settings.rows, reader.token);
    drawing.harbours.forEach(({ length }, seat) => {
      if (length < rest.submarines) reader.fail('board/harbour', rest.submarines, LETTERS[seat], length);
    });
    if (drawing.sites.length < rest.wrecks) reader.fail('board/sites', rest.wrecks, drawing.sites.length);
    return makeBoard({ ...rest, ...drawing });
  });
}

function readNumber(reader: BoardReader, name: (typeof SETTINGS)[number]): number {
  reader.expectWord(name);
  const value = reader.integer(name);
  const [least, most] = LIMITS[name];
  if (value < least || value > most) reader.fail(`board/${name}`, name, least, most, reader.token);
  return value;
}

function readDrawing(reader: BoardReader, rows: number, columns: number, players: number) {
  const letters: readonly string[] = LETTERS.slice(0, players);
  const islands = new Uint8Array(rows * columns);
  const sites: number[] = [];
  const harbours = letters.map((): number[] => []);
  for (let row = 0; row < rows; row++) {
    const token = reader.next(`row ${row} of the drawing`);
    if (token.length !== columns) reader.fail('board/row', row, token.length, columns, token);
    for (let column = 0; column < columns; column++) {
      const mark = token[column];
      const cell = row * columns + column;
      const seat = letters.indexOf(mark);
      if (mark === ISLAND) islands[cell] = 1;
      else if (mark === SITE) sites.push(cell);
      else if (seat >= 0) harbours[seat].push(cell);
      else if (mark !== SEA) reader.fail('board/cell', letters, row, column, mark);
    }
  }
  return { islands, sites, harbours };
}

/** Formats an untrusted token for a message: shortened, and in printable ASCII only. */
export function shown(token: string): string {
  const clean = token.replace(/[^ -~]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

export function printBoard(board: PeriscopeBoard): string {
  const { rows, columns, islands, sites, harbours } = board;
  const marks: string[] = Array.from(islands, (island) => (island === 1 ? ISLAND : SEA));
  for (const site of sites) marks[site] = SITE;
  harbours.forEach((cells, seat) => {
    for (const cell of cells) marks[cell] = LETTERS[seat];
  });
  const settings = SETTINGS.map((name) => `${name} ${name === 'players' ? harbours.length : board[name]}\n`);
  return `periscope board 1\n${settings.join('')}${drawing(marks, rows, columns)}`;
}

/** One character per cell, one line per row, with a line break at the end. */
export function drawing(marks: readonly string[], rows: number, columns: number): string {
  let text = '';
  for (let row = 0; row < rows; row++) text += `${marks.slice(row * columns, (row + 1) * columns).join('')}\n`;
  return text;
}
