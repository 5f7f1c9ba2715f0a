import { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type Dialogue } from '@ludus/game/protocol.ts';
import { FACES, LETTERS, printBoard, shown, type TalltalesBoard } from './board.ts';
import { CALL_WORD, MOVE_WORDS, parseMove, type TalltalesMove } from './move.ts';
import { NO_SEAT, type TalltalesState } from './state.ts';

/** The messages to a program, and its answers (docs/talltales.md §9). */
export const dialogue: Dialogue<TalltalesBoard, TalltalesState, TalltalesMove> = {
  playerSpeaksFirst: false,
  introduction: (board, _state, seat, names) => `you ${LETTERS[seat]}\nnames ${names.join(' ')}\n${printBoard(board)}`,
  question: printPosition,
  answerLine(line, _state, _seat, move) {
    const word = line.trim();
    if (word === '') return ANSWER_INCOMPLETE;
    if (parseMove(word, move)) return ANSWER_COMPLETE;
    return { kind: 'wrong', why: `${shown(word)}, expected ${CALL_WORD} or a claim such as 3x5 or 3x5!` };
  },
};

/** Everything that a seat may know, one fact per line; `go` is the last line. */
function printPosition(state: TalltalesState, seat: number): string {
  const { players, left, points, open, cups, lastDice } = state;
  const counts = (dice: Uint8Array, of: number) => dice.subarray(of * FACES, (of + 1) * FACES).join(' ');
  let text = `round ${state.round} bout ${state.bout} deal ${state.deal} wild ${state.wild}\n`;
  for (let of = 0; of < players; of++) {
    const record = `${state.caught[of]} ${state.tested[of]} ${state.rightCalls[of]} ${state.calls[of]}`;
    text += `player ${LETTERS[of]} ${left[of]} ${points[of]} ${record} ${counts(open, of)}\n`;
  }
  text += `cup ${counts(cups, seat)}\n`;
  for (let n = 0; n < state.told; n++) text += `claim ${LETTERS[state.claimers[n]]} ${MOVE_WORDS[state.claims[n]]}\n`;
  if (state.lastCaller !== NO_SEAT) {
    text += `last ${state.lastWild} ${LETTERS[state.lastCaller]} ${LETTERS[state.lastLoser]}\n`;
    for (let n = 0; n < state.lastTold; n++)
      text += `told ${LETTERS[state.lastClaimers[n]]} ${MOVE_WORDS[state.lastClaims[n]]}\n`;
    for (let of = 0; of < players; of++) text += `shown ${LETTERS[of]} ${counts(lastDice, of)}\n`;
  }
  return `${text}go\n`;
}
