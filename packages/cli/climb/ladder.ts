import type { AnyGame } from '@ludus/game/game.ts';
import { ladderBoards as boardsOfLadder, type LadderBoard } from '@ludus/lab/duels.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { boardFile, boardNames, loadBoard } from '../boards.ts';
import { gameWith, KITS, kitOf } from '../games.ts';

/** The games that have a ladder of built-in opponents. */
export const LADDERED: readonly AnyKit[] = KITS.filter((kit) => kit.ladder !== undefined);
export const LADDERED_IDS: string = LADDERED.map((kit) => kit.game.id).join(', ');

export const ladderedKit = (id: string): AnyKit =>
  kitOf(
    gameWith(
      'practice ladder',
      id,
      LADDERED.map(({ game }) => game),
    ),
  );

/**
 * Returns a function that takes the number of a group of matches, counted from 0, and returns the group's board. All
 * boards have the same number of seats.
 */
export function ladderBoards({ game, ladder }: AnyKit): (group: number) => LadderBoard {
  const named = () => boardNames(game).map((name) => ({ name, board: readBoard(game, name) }));
  try {
    return boardsOfLadder(game, ladder?.board, named);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

const readBoard = (game: AnyGame, name: string): unknown => loadBoard(boardFile(game, name), [game]).board;

/** Opens a new built-in player with this name. */
export function openBuiltin({ players }: AnyKit, name: string): () => ReturnType<AnyKit['players'][number]['open']> {
  const player = players.find((each) => each.name === name);
  if (!player) throw new Error(`the ladder names ${name}, which isn’t a player of the game`);
  return () => player.open();
}

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0.9995 || share < 0.0005 ? 0 : 1)}%`;

/** Wraps a text to lines of at most `width` characters, each indented by a margin. */
export function wrapped(text: string, width: number, margin: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - margin.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${margin}${each}\n`).join('');
}
