import { dirname } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { ownKit } from 'ludus/custom-games.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { importGameFile } from './game-files.ts';
import { keepKit } from './kits.ts';

/**
 * Returns the games that a board may belong to. If the board starts with a game's name, and the game's reader accepts
 * the board, returns only that game. Otherwise returns all games, although loading all games takes longer than a short
 * match.
 */
export async function gamesFor(board: string): Promise<readonly AnyGame[]> {
  const word = /[a-z][a-z_]*/i.exec(board.slice(0, 1000))?.[0].replaceAll('_', '').toLowerCase() ?? '';
  const game = await gameAlone(word);
  const read = game?.readBoard(board);
  if (game && read && (read.ok || read.problem.code !== 'board/foreign')) return [game];
  return (await import('./games.ts')).GAMES;
}

/**
 * Returns the game with this id. Loads the other games only if custom games must be taken into account, or if no
 * built-in game has this id.
 */
export async function loadGame(id: string): Promise<AnyGame> {
  return (await gameAlone(id)) ?? (await import('./games.ts')).gameNamed(id);
}

/**
 * Returns the built-in game with this name, without loading the other games. Undefined if there is no such game, or if
 * custom games must be taken into account.
 */
export async function gameAlone(id: string): Promise<AnyGame | undefined> {
  const file = ownKit(id);
  if (file === undefined) return undefined;
  const { kit } = await importGameFile<{ readonly kit?: AnyKit }>(file);
  if (kit) keepKit(kit, dirname(file));
  return kit?.game;
}
