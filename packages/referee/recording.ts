/** Recorded matches: branching from them, replaying them to a player, and the type for finding slow code. */
export { openBranch } from './branch.ts';
export { type AnswerDifference, describeMove, type FeedResult, openRecording, type Recording } from './debug.ts';
export type { OpenMetered } from './locate-slow-code.ts';
