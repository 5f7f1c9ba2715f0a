/** Recorded matches: branches, questions to a player and its random numbers, and slow code. */
export { openBranch } from './branch.ts';
export { type AnswerDifference, describeMove, type FeedResult, openRecording, type Recording } from './debug.ts';
export type { OpenMetered } from './locate-slow-code.ts';
