import type { AnyGame } from '@ludus/game/game.ts';

/**
 * What a match is played on: the board's text, or, where a board has none, that of the board which the game makes of the match's seed (32 bits,
 * signed).
 */
export function boardText(game: AnyGame, text: string, seed: number): string {
  return text === '' && game.generateBoard ? game.printBoard(game.generateBoard(seed | 0)) : text;
}
