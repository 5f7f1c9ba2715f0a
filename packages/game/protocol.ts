/**
 * Players that aren’t modules: the lines that programs and the game exchange, including answers and drawings, and the
 * choices of a person.
 */
export { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type AnswerLine, type Dialogue } from './dialogue.ts';
export { lineOutput, withDrawings } from './drawing.ts';
export {
  type AnyHandPlay,
  type HandArrow,
  type HandButton,
  type HandChoice,
  type HandLook,
  type HandPlace,
  type HandPlay,
  handFromLegal,
} from './hand-play.ts';
