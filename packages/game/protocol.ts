/** The lines of a player that is a program: the ends of its answers, and its drawings. */
export { ANSWER_COMPLETE, ANSWER_INCOMPLETE, type AnswerLine, type Dialogue } from './dialogue.ts';
export { lineOutput, withDrawings } from './drawing.ts';
