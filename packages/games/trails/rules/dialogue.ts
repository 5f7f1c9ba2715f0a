import { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type Dialogue } from '@ludus/game/protocol.ts';
import { drawing, LETTERS, printBoard, type TrailsBoard } from './board.ts';
import { DIRECTION_NAMES } from './directions.ts';
import { MOVE_WORDS, parseMove, type TrailsMove } from './move.ts';
import { TRAIL, type TrailsState, WALL } from './state.ts';

/** The messages to a program, and its answers (docs/trails.md §8). */
export const dialogue: Dialogue<TrailsBoard, TrailsState, TrailsMove> = {
  playerSpeaksFirst: false,
  introduction: (board, _state, seat, names) => `you ${LETTERS[seat]}\nnames ${names.join(' ')}\n${printBoard(board)}`,
  question: printPosition,
  answerLine(line, _state, _seat, move) {
    const word = line.trim();
    if (word === '') return ANSWER_INCOMPLETE;
    if (parseMove(word, move)) return ANSWER_COMPLETE;
    return { kind: 'wrong', why: `${shown(word)}, expected one of ${MOVE_WORDS.join(', ')}` };
  },
};

/** The round, one line per player, and the board: capital letters mark the cells of living players. */
export function printPosition(state: TrailsState): string {
  const { board, cells, heads, headings, endedIn } = state;
  const marks: string[] = Array.from(cells, (content) =>
    content >= TRAIL ? LETTERS[content - TRAIL] : content === WALL ? '#' : '.',
  );
  let text = `round ${state.round}\n`;
  for (let seat = 0; seat < state.players; seat++) {
    const head = heads[seat];
    const lives = endedIn[seat] === 0;
    if (lives) marks[head] = marks[head].toUpperCase();
    const how = lives ? DIRECTION_NAMES[headings[seat]] : 'ended';
    text += `${LETTERS[seat]} ${Math.floor(head / board.columns)} ${head % board.columns} ${how}\n`;
  }
  return text + drawing(marks, board.columns);
}

/** Formats an untrusted word for a message: shortened, and in printable ASCII only. */
function shown(word: string): string {
  const clean = word.replace(/[^ -~]/g, '?');
  return JSON.stringify(clean.length > 30 ? `${clean.slice(0, 30)}…` : clean);
}
