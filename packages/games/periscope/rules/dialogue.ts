import { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type Dialogue } from '@ludus/game/protocol.ts';
import { LETTERS, type PeriscopeBoard, printBoard, shown, sideOf } from './board.ts';
import { DIRECTION_NAMES } from './directions.ts';
import { type PeriscopeMove, parseMove } from './move.ts';
import { type LastOrder, type PeriscopeState, SUNK, UNSEEN } from './state.ts';

/** Words for the contents of a site. */
export const SITE_WORDS = ['empty', 'wreck', 'unknown'] as const;

/** The messages to a program, and its answers (docs/periscope.md §8). */
export const dialogue: Dialogue<PeriscopeBoard, PeriscopeState, PeriscopeMove> = {
  playerSpeaksFirst: false,
  introduction: (board, _state, seat, names) => `you ${LETTERS[seat]}\nnames ${names.join(' ')}\n${printBoard(board)}`,
  question: printPosition,
  answerLine(line, _state, _seat, move) {
    const text = line.trim().replace(/\s+/g, ' ');
    if (text === '') return ANSWER_INCOMPLETE;
    if (parseMove(text, move)) return ANSWER_COMPLETE;
    return {
      kind: 'wrong',
      why: `${JSON.stringify(shown(text))}, expected an order such as move 1 up left, fire 2 right, ping 3, or silent`,
    };
  },
};

/** Prints a seat's observation in a fixed number of lines, followed by the contacts of its ping. */
function printPosition(state: PeriscopeState, seat: number): string {
  const { board, cells, wrecks, scores, last, contacts, round } = state;
  const place = (cell: number) => (cell < 0 ? '-1 -1' : `${Math.floor(cell / board.columns)} ${cell % board.columns}`);
  const lines = [`round ${round}`, `scores ${last.map((_, each) => scores[sideOf(each)]).join(' ')}`];
  const name = (unit: number) => `${LETTERS[Math.floor(unit / board.submarines)]} ${(unit % board.submarines) + 1}`;
  for (let unit = 0; unit < cells.length; unit++)
    lines.push(`submarine ${name(unit)} ${wordOf(cells[unit])} ${place(cells[unit])}`);
  board.sites.forEach((cell, site) => {
    lines.push(`site ${place(cell)} ${SITE_WORDS[wrecks[site]]}`);
  });
  last.forEach((order, each) => {
    lines.push(`last ${LETTERS[each]} ${printLast(order, place)}`);
  });
  const found: string[] = [];
  for (let unit = 0; unit < cells.length; unit++) {
    const cell = contacts[seat * cells.length + unit];
    if (cell >= 0) found.push(`contact ${name(unit)} ${place(cell)}`);
  }
  return `${[...lines, `contacts ${found.length}`, ...found].join('\n')}\n`;
}

function wordOf(cell: number): string {
  if (cell === SUNK) return 'sunk';
  return cell === UNSEEN ? 'unseen' : 'at';
}

function printLast({ report, cell, direction, end, sunk }: LastOrder, place: (cell: number) => string): string {
  if (report === 'none' || report === 'quiet') return report;
  if (report !== 'torpedo') return `${report} ${place(cell)}`;
  return `torpedo ${place(cell)} ${DIRECTION_NAMES[direction]} ${place(end)} ${sunk}`;
}
