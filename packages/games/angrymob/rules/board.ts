import { attempt, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { MAX_NEUTRALS, MAX_SIDE, type MobMap, mapFlaw } from './map.ts';

/** The map and the limits of a game. The referee enforces the times; the rules only store them. */
export interface MobBoard {
  readonly map: MobMap;
  /** The 64-bit signed seed of a generated map; absent for other maps. */
  readonly seed?: bigint;
  /** Number of turns after which the game is a draw, at least 1. */
  readonly moveLimit: number;
  /** Time limit of the first move, in seconds. */
  readonly timeInit: number;
  /** Time limit of every other move, in seconds. */
  readonly timeMove: number;
}

/** The usual limits (docs/angry-mob.md §4.3). */
export const DEFAULT_LIMITS = { moveLimit: 2400, timeInit: 20, timeMove: 0.2 } as const;

/** Whether a number is a valid seed: a signed 64-bit integer. */
export function isMapSeed(seed: bigint): boolean {
  return BigInt.asIntN(64, seed) === seed;
}

/** The errors that the text of a map can contain. */
export const MAP_PROBLEMS = {
  'map/size': (what: string, found: string) => `${what} must be from 1 to ${MAX_SIDE}, found ${found}`,
  'map/begin': (row: number, found: string) =>
    `row ${row} must begin on a new line, found ${found} on the previous line`,
  'map/row': (row: number, cells: number, columns: number, found: string) =>
    `row ${row} has ${cells} cells, expected ${columns}; the next line begins with ${found}`,
  'map/cell': (found: string) => `expected ., #, A, B, or a positive number for a cell, found ${found}`,
  'map/bases': (base: string) => `the base ${base} appears twice`,
  'map/neutrals': () => `a map can have at most ${MAX_NEUTRALS} neutral units`,
  /** `flaw`: the result of `mapFlaw`. */
  'map/rules': (flaw: string) => flaw,
  'map/more': (rows: number, found: string) => `the map has ${rows} rows, but more text follows: ${found}`,
} satisfies Sentences;

type MapReader = TokenReader<typeof MAP_PROBLEMS>;

/**
 * Reads a map from its text: `h w`, then h lines of w tokens, as players receive it. `A` is player 0's base. The
 * problem names the line and the token.
 */
export function readMap(text: string): Result<MobMap> {
  return attempt(() => {
    const reader = new TokenReader(text, MAP_PROBLEMS);
    const map = readMapFrom(reader);
    if (!reader.atEnd()) {
      reader.next('the end of the map');
      reader.fail('map/more', map.rows, reader.token);
    }
    return map;
  });
}

/** Reads a map at the reader's position. Errors are thrown as a ProblemError. */
function readMapFrom(reader: MapReader): MobMap {
  const rows = readSide(reader, 'the number of rows');
  const columns = readSide(reader, 'the number of columns');
  const passable = new Uint8Array(rows * columns);
  const neutrals = new Int32Array(rows * columns);
  const bases: [number, number] = [-1, -1];
  let sum = 0;
  for (let cell = 0; cell < rows * columns; cell++) {
    const token = nextCell(reader, cell, columns);
    if (token === '#') continue;
    passable[cell] = 1;
    if (token === '.') continue;
    if (token === 'A' || token === 'B') {
      const seat = token === 'A' ? 0 : 1;
      if (bases[seat] >= 0) reader.fail('map/bases', token);
      bases[seat] = cell;
      continue;
    }
    if (!/^\d+$/.test(token) || Number(token) === 0) reader.fail('map/cell', token);
    sum += Number(token);
    if (sum > MAX_NEUTRALS) reader.fail('map/neutrals');
    neutrals[cell] = Number(token);
  }
  const map = { rows, columns, passable, neutrals, bases };
  const flaw = mapFlaw(map);
  if (flaw !== undefined) reader.fail('map/rules', flaw);
  return map;
}

function readSide(reader: MapReader, what: string): number {
  const value = reader.integer(what);
  if (value < 1 || value > MAX_SIDE) reader.fail('map/size', what, reader.token);
  return value;
}

/** The next cell's token; each row must be on its own line. */
function nextCell(reader: MapReader, cell: number, columns: number): string {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const line = reader.line;
  const token = reader.next(`cell (${row}, ${column})`);
  if (column === 0 && reader.line === line) reader.fail('map/begin', row, token);
  if (column > 0 && reader.line !== line) reader.fail('map/row', row, column, columns, token);
  return token;
}

const BEGINNING = '"angrymob" or a map’s number of rows';
const MAX_MOVES = 2147483647;

/** The errors that a board file can contain. */
export const BOARD_PROBLEMS = {
  ...MAP_PROBLEMS,
  'board/foreign': (found: string) => `expected ${BEGINNING}, found ${found}`,
  'board/seed': (found: string) => `expected a signed 64-bit whole number or "none" for "seed", found ${found}`,
  'board/moveLimit': (found: string) => `moveLimit must be from 1 to ${MAX_MOVES}, found ${found}`,
  'board/time': (what: string, found: string) => `expected a positive number of seconds for ${what}, found ${found}`,
  'board/more': (rows: number, found: string) => `the board has ${rows} rows, but more text follows: ${found}`,
} satisfies Sentences;

type BoardReader = TokenReader<typeof BOARD_PROBLEMS>;

/**
 * Reads a board file: `angrymob board 1`, the settings, and then the map as printed for players. A file that contains
 * only a map is a board with the default limits.
 */
export function readBoard(text: string): Result<MobBoard> {
  return attempt(() => {
    const reader = new TokenReader(text, BOARD_PROBLEMS);
    const board = /^\s*\d/.test(text) ? { map: readMapFrom(reader), ...DEFAULT_LIMITS } : readBoardFrom(reader);
    if (!reader.atEnd()) {
      reader.next('the end of the board');
      reader.fail('board/more', board.map.rows, reader.token);
    }
    return board;
  });
}

/** Reads a board with its settings at the reader's position. Errors are thrown as a ProblemError. */
export function readBoardFrom(reader: BoardReader): MobBoard {
  if (reader.next(BEGINNING) !== 'angrymob') reader.fail('board/foreign', reader.token);
  reader.expectWord('board');
  reader.expectWord('1');
  reader.expectWord('seed');
  const seed = readSeed(reader);
  reader.expectWord('moveLimit');
  const moveLimit = reader.integer('moveLimit');
  if (moveLimit < 1 || moveLimit > MAX_MOVES) reader.fail('board/moveLimit', reader.token);
  reader.expectWord('timeInit');
  const timeInit = readSeconds(reader, 'timeInit');
  reader.expectWord('timeMove');
  const timeMove = readSeconds(reader, 'timeMove');
  return { map: readMapFrom(reader), ...(seed === undefined ? {} : { seed }), moveLimit, timeInit, timeMove };
}

function readSeed(reader: BoardReader): bigint | undefined {
  const token = reader.next('a seed');
  if (token === 'none') return undefined;
  if (!/^-?\d{1,19}$/.test(token) || !isMapSeed(BigInt(token))) reader.fail('board/seed', token);
  return BigInt(token);
}

function readSeconds(reader: BoardReader, what: string): number {
  const token = reader.next(what);
  const seconds = Number(token);
  if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/.test(token) || !(seconds > 0) || !Number.isFinite(seconds))
    reader.fail('board/time', what, token);
  return seconds;
}

export function printBoard(board: MobBoard): string {
  const { seed, moveLimit, timeInit, timeMove, map } = board;
  const settings = `seed ${seed ?? 'none'}\nmoveLimit ${moveLimit}\ntimeInit ${timeInit}\ntimeMove ${timeMove}\n`;
  return `angrymob board 1\n${settings}${printMap(map)}`;
}

/**
 * The map as sent to the player in `seat`: its base is `A`, the opponent's `B`, and both see the same orientation.
 * Every line ends with a line feed.
 */
export function printMap(map: MobMap, seat = 0): string {
  const { rows, columns, passable, neutrals, bases } = map;
  let text = `${rows} ${columns}\n`;
  for (let row = 0; row < rows; row++) {
    const tokens: string[] = [];
    for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
      if (cell === bases[seat]) tokens.push('A');
      else if (cell === bases[1 - seat]) tokens.push('B');
      else if (passable[cell] === 0) tokens.push('#');
      else tokens.push(neutrals[cell] === 0 ? '.' : String(neutrals[cell]));
    }
    text += `${tokens.join(' ')}\n`;
  }
  return text;
}
