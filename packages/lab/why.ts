/** Explanations of matches. */
export type { GameAnalysis, Mishap, Notes, Skill, StrengthRow, StrengthTable } from './why/analysis.ts';
export { explain } from './why/explain.ts';
export type { Explanation } from './why/explanation.ts';
export { explanationPage } from './why/explanation-page.ts';
export { distinctNames } from './why/sentences.ts';
