import { ANSWER_COMPLETE, type Dialogue } from '@ludus/game/protocol.ts';
import { type MobBoard, printMap } from './board.ts';
import { formatMove, type MobMove, parseMove } from './moves.ts';
import type { MobState } from './state.ts';

/** The lines of the arena's TCP protocol (docs/arena.md §2), for any stream. */
export const dialogue: Dialogue<MobBoard, MobState, MobMove> = {
  playerSpeaksFirst: true,
  introduction: (board, _state, seat) => printMap(board.map, seat),
  question: () => '',
  roundReport: (asked, seat) => `${formatMove(asked[1 - seat])}\n`,
  answerLine(line, _state, _seat, move) {
    // An unreadable line is an illegal move. The rules determine the consequences.
    parseMove(line, move);
    return ANSWER_COMPLETE;
  },
};
