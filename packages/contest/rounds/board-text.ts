import type { AnyGame } from '@ludus/game/game.ts';

/**
 * Returns a match's board: its text, or the board that the game generates from the match's seed (a signed 32-bit
 * number).
 */
export function boardText(game: AnyGame, text: string, seed: number): string {
  return text === '' && game.generateBoard ? game.printBoard(game.generateBoard(seed | 0)) : text;
}
