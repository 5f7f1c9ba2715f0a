/** Recorded matches: other branches of them, what a player is asked and draws, and where its time goes. */
export { openBranch } from './branch.ts';
export { type AnswerDifference, describeMove, type FeedResult, openRecording, type Recording } from './debug.ts';
export type { OpenMetered } from './locate-slow-code.ts';
