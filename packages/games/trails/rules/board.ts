import { attempt, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { DIRECTION_NAMES, type Direction, neighbourTable } from './directions.ts';

/**
 * The settings of a board (docs/trails.md §1). A cell is the number row · columns + column. Rows and columns are
 * counted from 0 at the top left.
 */
export interface BoardParts {
  /** Number of rounds after which the match is over. */
  readonly rounds: number;
  /** Number of points that the last players share. */
  readonly bonus: number;
  /** Whether the trail of an eliminated player stays on the board. */
  readonly trailsStay: boolean;
  readonly rows: number;
  readonly columns: number;
  /** One number per cell, 1 for a wall. */
  readonly walls: Uint8Array;
  /** The start of each player. */
  readonly starts: readonly Start[];
}

export interface Start {
  readonly cell: number;
  readonly heading: Direction;
}

/** The content of a board file. */
export interface TrailsBoard extends BoardParts {
  /** See `neighbourTable`. */
  readonly neighbours: Int32Array;
}

/** Builds a board from its parts. The caller must guarantee the properties that the reader of a file checks. */
export function makeBoard(parts: BoardParts): TrailsBoard {
  return { ...parts, neighbours: neighbourTable(parts.rows, parts.columns) };
}

/** The minimum and maximum of each number in a board file. */
export const LIMITS = {
  rounds: [1, 400],
  bonus: [0, 1000],
  players: [2, 4],
  rows: [4, 100],
  columns: [4, 100],
} as const;

/** The settings of a generated board. The bonus is divisible by two, three, and four. */
export const DEFAULTS = { rounds: 400, bonus: 60 } as const;

/** The players' letters, in boards and in messages to programs. */
export const LETTERS = ['a', 'b', 'c', 'd'] as const;

const FREE_MARK = '.';
const WALL_MARK = '#';

const outOfRange = (name: string, least: number, most: number, found: string) =>
  `${name} must be from ${least} to ${most}, found ${shown(found)}`;

/** The errors that a board file can contain. */
export const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected trails, found ${shown(found)}`,
  'board/rounds': outOfRange,
  'board/bonus': outOfRange,
  'board/players': outOfRange,
  'board/rows': outOfRange,
  'board/columns': outOfRange,
  'board/word': (words: readonly string[], name: string, found: string) =>
    `expected ${words.join(' or ')} for ${name}, found ${shown(found)}`,
  'board/row': (row: number, cells: number, columns: number, found: string) =>
    `row ${row} of the drawing has ${cells} cells, expected ${columns}: ${shown(found)}`,
  'board/cell': (letters: readonly string[], place: string, found: string) =>
    `expected ${FREE_MARK}, ${WALL_MARK} or one of ${letters.join(', ')} at ${place}, found ${shown(found)}`,
  'board/twice': (letter: string, first: string, second: string) =>
    `${letter} appears twice, at ${first} and at ${second}`,
  'board/start': (letters: readonly string[]) => `the drawing has no starting place ${letters.join(', ')}`,
  'board/more': (rows: number, found: string) => `the drawing has ${rows} rows, but more text follows: ${shown(found)}`,
} satisfies Sentences;

type BoardReader = TokenReader<typeof BOARD_PROBLEMS>;

/** Reads a board file (§6). */
export function readBoard(text: string): Result<TrailsBoard> {
  return attempt(() => {
    const reader = new TokenReader(text, BOARD_PROBLEMS);
    if (reader.next('trails') !== 'trails') reader.fail('board/foreign', reader.token);
    reader.expectWord('board');
    reader.expectWord('1');
    const rounds = readNumber(reader, 'rounds');
    const bonus = readNumber(reader, 'bonus');
    reader.expectWord('trails');
    const trailsStay = oneOf(reader, 'trails', ['stay', 'go']) === 'stay';
    const players = readNumber(reader, 'players');
    const headings = LETTERS.slice(0, players).map((letter) => {
      reader.expectWord(letter);
      return DIRECTION_NAMES.indexOf(oneOf(reader, letter, DIRECTION_NAMES)) as Direction;
    });
    const rows = readNumber(reader, 'rows');
    const columns = readNumber(reader, 'columns');
    const { walls, places } = readDrawing(reader, rows, columns, players);
    const starts = headings.map((heading, seat) => ({ heading, cell: places[seat] }));
    if (reader.tryNext() !== undefined) reader.fail('board/more', rows, reader.token);
    return makeBoard({ rounds, bonus, trailsStay, rows, columns, walls, starts });
  });
}

function readNumber(reader: BoardReader, name: keyof typeof LIMITS): number {
  reader.expectWord(name);
  const value = reader.integer(name);
  const [least, most] = LIMITS[name];
  if (value < least || value > most) reader.fail(`board/${name}`, name, least, most, reader.token);
  return value;
}

function oneOf<T extends string>(reader: BoardReader, name: string, words: readonly T[]): T {
  const token = reader.next(`${words.join(' or ')} for ${name}`);
  const word = words.find((each) => each === token);
  if (word === undefined) reader.fail('board/word', words, name, token);
  return word;
}

/** Reads the rows of the drawing: the walls, and each player's cell. */
function readDrawing(reader: BoardReader, rows: number, columns: number, players: number) {
  const letters = LETTERS.slice(0, players);
  const walls = new Uint8Array(rows * columns);
  const places = letters.map(() => -1);
  for (let row = 0; row < rows; row++) {
    const token = reader.next(`row ${row} of the drawing`);
    if (token.length !== columns) reader.fail('board/row', row, token.length, columns, token);
    for (let column = 0; column < columns; column++) {
      const mark = token[column];
      const cell = row * columns + column;
      const seat = letters.indexOf(mark as (typeof LETTERS)[number]);
      if (mark === WALL_MARK) walls[cell] = 1;
      else if (seat >= 0 && places[seat] >= 0)
        reader.fail('board/twice', mark, placeOf(places[seat], columns), placeOf(cell, columns));
      else if (seat >= 0) places[seat] = cell;
      else if (mark !== FREE_MARK) reader.fail('board/cell', letters, placeOf(cell, columns), mark);
    }
  }
  const absent = letters.filter((_, seat) => places[seat] < 0);
  if (absent.length > 0) reader.fail('board/start', absent);
  return { walls, places };
}

function placeOf(cell: number, columns: number): string {
  return `row ${Math.floor(cell / columns)}, column ${cell % columns}`;
}

/** Formats an untrusted token for a message: shortened, and in printable ASCII only. */
function shown(token: string): string {
  const clean = token.replace(/[^!-~]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

export function printBoard(board: TrailsBoard): string {
  const { rounds, bonus, trailsStay, starts, rows, columns, walls } = board;
  const marks: string[] = Array.from(walls, (wall) => (wall === 1 ? WALL_MARK : FREE_MARK));
  starts.forEach(({ cell }, seat) => {
    marks[cell] = LETTERS[seat];
  });
  return [
    'trails board 1',
    `rounds ${rounds}`,
    `bonus ${bonus}`,
    `trails ${trailsStay ? 'stay' : 'go'}`,
    `players ${starts.length}`,
    ...starts.map(({ heading }, seat) => `${LETTERS[seat]} ${DIRECTION_NAMES[heading]}`),
    `rows ${rows}`,
    `columns ${columns}`,
    drawing(marks, columns),
  ].join('\n');
}

/** One character per cell, one line per row, with a line break at the end. */
export function drawing(marks: readonly string[], columns: number): string {
  let text = '';
  for (let first = 0; first < marks.length; first += columns)
    text += `${marks.slice(first, first + columns).join('')}\n`;
  return text;
}
