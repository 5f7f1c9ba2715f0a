import { attempt, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';

/** The content of a board file (docs/talltales.md §7). */
export interface TalltalesBoard {
  readonly players: number;
  /** Number of each player's dice at the start of a bout. */
  readonly dice: number;
  readonly bouts: number;
  /** The wild faces of the deals, in rotation; 0 for a deal without a wild face. */
  readonly wilds: readonly number[];
}

/** The minimum and maximum of each number in a board file. */
export const LIMITS = { players: [2, 6], dice: [1, 10], bouts: [1, 40], wilds: [1, 60] } as const;

/** Maximum number of dice of all players together at the start. */
export const MAX_DICE = 20;
export const FACES = 6;
/** A deal without a wild face. */
export const NO_FACE = 0;

/** The players' letters in messages to programs. */
export const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The errors that a board file can contain. */
export const BOARD_PROBLEMS = {
  'board/foreign': (found: string) => `expected talltales, found ${shown(found)}`,
  'board/number': (name: string, least: number, most: number, found: string) =>
    `${name} must be from ${least} to ${most}, found ${shown(found)}`,
  'board/dice': (players: number, dice: number) =>
    `${players} players with ${dice} dice each have more than ${MAX_DICE} dice in all`,
  'board/more': (wilds: number, found: string) =>
    `there are ${wilds} wild faces, but more text follows: ${shown(found)}`,
} satisfies Sentences;

type BoardReader = TokenReader<typeof BOARD_PROBLEMS>;

/** Reads a board file (§7). */
export function readBoard(text: string): Result<TalltalesBoard> {
  return attempt(() => {
    const reader = new TokenReader(text, BOARD_PROBLEMS);
    if (reader.next('talltales') !== 'talltales') reader.fail('board/foreign', reader.token);
    reader.expectWord('board');
    reader.expectWord('1');
    const players = readSetting(reader, 'players');
    const dice = readSetting(reader, 'dice');
    if (players * dice > MAX_DICE) reader.fail('board/dice', players, dice);
    const bouts = readSetting(reader, 'bouts');
    const count = readSetting(reader, 'wilds');
    const wilds = Array.from({ length: count }, () => readNumber(reader, 'a wild face', [NO_FACE, FACES]));
    if (reader.tryNext() !== undefined) reader.fail('board/more', count, reader.token);
    return { players, dice, bouts, wilds };
  });
}

function readSetting(reader: BoardReader, name: keyof typeof LIMITS): number {
  reader.expectWord(name);
  return readNumber(reader, name, LIMITS[name]);
}

function readNumber(reader: BoardReader, name: string, [least, most]: readonly [number, number]): number {
  const value = reader.integer(name);
  if (value < least || value > most) reader.fail('board/number', name, least, most, reader.token);
  return value;
}

/** Formats an untrusted token for a message: shortened, and in printable ASCII only. */
export function shown(token: string): string {
  const clean = token.replace(/[^!-~]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

export function printBoard({ players, dice, bouts, wilds }: TalltalesBoard): string {
  return [
    'talltales board 1',
    `players ${players}`,
    `dice ${dice}`,
    `bouts ${bouts}`,
    `wilds ${wilds.length}`,
    `${wilds.join(' ')}\n`,
  ].join('\n');
}
