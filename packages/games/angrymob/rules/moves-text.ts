import type { MoveText } from '@ludus/game/game.ts';
import { formatMove, type MobMove, parseMove } from './moves.ts';

/**
 * A move as the protocol writes it, `i j k d` for every submove; `? SENTENCE` for a line that was no move. The sentence quotes what
 * a stranger sent, so `;` and `%` stand in it as `%3B` and `%25`.
 */
export const moveText: MoveText<MobMove> = {
  print(move) {
    if (move.problem === '') return formatMove(move);
    return `? ${move.problem.replaceAll('%', '%25').replaceAll(';', '%3B')}`;
  },
  read(text, move) {
    if (text.startsWith('? ')) {
      move.refuse(text.slice(2).replaceAll('%3B', ';').replaceAll('%25', '%'));
      return;
    }
    parseMove(text, move);
    if (move.problem !== '') throw new Error(`this is no move: ${move.problem}`);
  },
};
