/** The question of the moment, and answers that take too long. */
export { AnswerWatch } from './answer-watch.ts';
export { QuestionTracker, trackerMemory } from './question-tracker.ts';
