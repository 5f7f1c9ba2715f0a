import { attempt, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { MAP_PROBLEMS, type MobMap, printMap, readMapFrom } from './map.ts';

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

const BEGINNING = 'angrymob or the number of rows of a map';
const MAX_MOVES = 2147483647;

/** The errors that a board file can contain. */
export const BOARD_PROBLEMS = {
  ...MAP_PROBLEMS,
  'board/foreign': (found: string) => `expected ${BEGINNING}, found ${found}`,
  'board/seed': (found: string) => `expected a signed 64-bit whole number or none for seed, found ${found}`,
  'board/moveLimit': (found: string) => `moveLimit must be 1 … ${MAX_MOVES}, found ${found}`,
  'board/time': (what: string, found: string) => `expected a positive number of seconds for ${what}, found ${found}`,
  'board/more': (rows: number, found: string) => `the board has ${rows} rows, and there is more after them: ${found}`,
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
