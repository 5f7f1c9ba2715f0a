/** The current question, answers that take too long, and questions to a person. */
export { AnswerWatch } from './answer-watch.ts';
export { unhurried } from './companion.ts';
export {
  type ComparedRound,
  compareWithHand,
  type HandComparison,
  type HandDrafts,
  type HandMove,
  type HandPlayedMatch,
} from './hand-comparison.ts';
export { type HandHint, type HandQuestion, type HandReply, HandSeat, PERSON } from './hand-seat.ts';
export { QuestionTracker, trackerMemory } from './question-tracker.ts';
