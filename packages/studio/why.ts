/** Explanations in a page. */
export { explainShown, forgetShown } from './match/why.ts';
