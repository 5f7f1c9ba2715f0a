import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import type { GuestModules } from '@ludus/runtime/parts.ts';
import type { AnyKit } from '../kit.ts';
import type { NodeParts } from '../node.ts';

export const GAMES_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** The parts of the game for players in a separate engine; undefined if the game has none. */
export async function guestOf(game: string): Promise<GuestModules | undefined> {
  const { parts } = (await import(`${GAMES_FOLDER}${game}/node.ts`)) as { readonly parts?: NodeParts };
  return parts?.guest;
}

/** A board of the game: its first board, or a board generated from a seed if the game has none. */
export function anyBoard({ game }: AnyKit): string {
  if (game.generateBoard) return game.printBoard(game.generateBoard(3));
  const folder = `${GAMES_FOLDER}${game.id}/boards/`;
  return readFileSync(folder + readdirSync(folder).sort()[0], 'utf8');
}

export interface PlayedMatch {
  readonly replay: string;
  readonly verdicts: readonly string[];
}

/** Plays a match. Its replay doesn't show how the players were run. */
export async function playScripts(
  { game }: AnyKit,
  boardText: string,
  runners: readonly AnyRunner[],
): Promise<PlayedMatch> {
  const board = game.readBoard(boardText);
  if (!board.ok) throw new Error(board.problem.message);
  const replay: string[] = [];
  const { verdicts } = await playMatch({
    game,
    board: board.value,
    seed: 5,
    runners,
    record: (text) => replay.push(text),
  });
  return {
    replay: replay.join(''),
    verdicts: verdicts.map(({ round, fault, sentence }) => `${round} ${fault}: ${sentence}`),
  };
}

/** The number of players on this board. */
export function seatsOn({ game }: AnyKit, boardText: string): number {
  const board = game.readBoard(boardText);
  if (!board.ok) throw new Error(board.problem.message);
  return game.seatsOf(board.value);
}
