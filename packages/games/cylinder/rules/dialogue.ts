import { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type AnswerLine, type Dialogue } from '@ludus/game/protocol.ts';
import { printPosition } from './codec/print.ts';
import { printHead } from './codec/settings.ts';
import type { CylinderSettings, Dialect } from './dialect.ts';
import { directionCode, SHOOT } from './directions.ts';
import type { Instructions } from './instructions.ts';
import type { CylinderBoard } from './position.ts';
import type { CylinderState } from './state.ts';

/**
 * A player receives the data of a `.res` without the seed: its seat and the settings once, then the board of each
 * round.
 */
export function cylinderDialogue(dialect: Dialect): Dialogue<CylinderBoard, CylinderState, Instructions> {
  return {
    playerSpeaksFirst: false,
    introduction: (board, _state, seat, names) =>
      `seat ${seat}\n${printHead(dialect, board.settings, undefined).replace(/^names .*$/m, `names ${names.join(' ')}`)}`,
    question: (state) => printPosition(dialect, state),
    answerLine: (line, state, seat, move) => instructionLine(line, state.settings, seat, move),
  };
}

const NUMBER = /^[+-]?\d+$/;

/**
 * Reads one line of an answer: `<unit> m <Δrow> <Δcolumn>`, `<unit> s 0 1`, or `-1`, which ends the answer. As in the
 * originals' interface, some instructions are ignored with a note. These are instructions for another player's unit, a
 * second instruction for the same unit, and instructions with an unknown direction. Any other line breaks the protocol.
 */
export function instructionLine(
  line: string,
  settings: CylinderSettings,
  seat: number,
  move: Instructions,
): AnswerLine {
  const words = line.trim().split(/\s+/);
  if (words.length === 1) {
    if (words[0] === '-1') return ANSWER_COMPLETE;
    return words[0] === '' ? ANSWER_INCOMPLETE : wrong(line);
  }
  const [unitWord, kind, rowWord, columnWord] = words;
  if (words.length !== 4 || (kind !== 'm' && kind !== 's') || ![unitWord, rowWord, columnWord].every(isNumber))
    return wrong(line);
  const unit = Number(unitWord);
  const first = seat * settings.unitsPerPlayer;
  if (!(unit >= first && unit < first + settings.unitsPerPlayer))
    return { kind: 'more', note: `warning: unit ${shown(unitWord)} is not of player ${seat}` };
  for (let i = 0; i < move.length; i++) {
    if (move.unit(i) === unit) return { kind: 'more', note: `warning: unit ${unit} already has an instruction` };
  }
  const code = kind === 's' ? SHOOT : directionCode(Number(rowWord), Number(columnWord));
  if (code < 0) return { kind: 'more', note: `warning: (${shown(rowWord)}, ${shown(columnWord)}) isn’t a direction` };
  move.push(unit, code);
  return ANSWER_INCOMPLETE;
}

function isNumber(word: string): boolean {
  return NUMBER.test(word);
}

function wrong(line: string): AnswerLine {
  return { kind: 'wrong', why: `${quoted(line)}, which isn’t an instruction` };
}

/** Quotes a line for a message: shortened, and without characters that aren't printable ASCII. */
export function quoted(line: string): string {
  return `"${shown(line)}"`;
}

function shown(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
