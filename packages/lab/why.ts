/** Explanations of matches. */
export type { StrengthRow, StrengthTable } from './strength.ts';
export type { GameAnalysis, Mishap, Notes, Skill } from './why/analysis.ts';
export { explain } from './why/explain.ts';
export type { Explanation } from './why/explanation.ts';
export { explanationPage } from './why/page.ts';
export { distinctNames } from './why/sentences.ts';
