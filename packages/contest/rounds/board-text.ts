import type { AnyGame } from '@ludus/game/game.ts';

/**
 * Returns the board of a match: its text, or the one that the game generates from the match's seed (32 bits, signed).
 */
export function boardText(game: AnyGame, text: string, seed: number): string {
  return text === '' && game.generateBoard ? game.printBoard(game.generateBoard(seed | 0)) : text;
}
