import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { InvalidArgumentError } from 'commander';
import { gameAmong } from './kits.ts';
import { parseSeeds } from './option-values.ts';

/** A board that a game generated from a seed. */
export interface GeneratedBoard {
  readonly game: AnyGame;
  readonly name: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the board of `game`
  readonly board: any;
}

/** Maximum number of boards. A larger number is probably a mistake. */
const MAX_BOARDS = 100_000;
const BEGINS = /^generated:(?:([a-z]\w*):)?(.*)$/;

export const isGenerated = (named: string): boolean => BEGINS.test(named);

/**
 * Returns the boards that `generated:GAME:SEEDS` names, with seeds as in `1..50`; undefined for other texts. The game's
 * name can be omitted if `among` has only one game.
 */
export function generatedBoards(named: string, among: readonly AnyGame[]): GeneratedBoard[] | undefined {
  const [, id, words] = BEGINS.exec(named) ?? [];
  if (words === undefined) return undefined;
  const only = among.length === 1 ? among[0] : undefined;
  if (id !== undefined && only !== undefined && id !== only.id)
    throw new UsageError(`${named} names boards of ${id}, but boards of ${only.id} are needed`);
  const game = id === undefined ? only : gameAmong(id, among);
  const seedless = among.find((each) => each.id === words);
  if (seedless)
    throw new UsageError(`${named}: the seeds are missing; write, for example, generated:${seedless.id}:1..50`);
  if (game === undefined)
    throw new UsageError(`${named}: the game is missing; write, for example, generated:${among[0].id}:1..50`);
  if (!game.generateBoard) throw new UsageError(`${named}: ${game.title} can’t generate boards: name a board file`);
  const seeds = seedsOf(words, named);
  if (seeds.length > MAX_BOARDS)
    throw new UsageError(`${named} names ${seeds.length} boards, but at most ${MAX_BOARDS} are allowed`);
  return seeds.map((seed) => {
    const board = game.generateBoard!(seed);
    return { game, name: `seed${seed}`, text: game.printBoard(board), board };
  });
}

/**
 * Returns the board that `generated:GAME:SEED` names; undefined for other texts. Throws a `UsageError` if there are
 * several seeds.
 */
export function generatedBoard(named: string, among: readonly AnyGame[]): GeneratedBoard | undefined {
  const boards = generatedBoards(named, among);
  if (boards && boards.length !== 1)
    throw new UsageError(`${named} names ${boards.length} boards: name only one board`);
  return boards?.[0];
}

function seedsOf(words: string, named: string): number[] {
  try {
    return parseSeeds(words);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${named}: ${error.message}`);
    throw error;
  }
}
