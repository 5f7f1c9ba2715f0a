/** Helpers for the tests of other packages. */
export { meanScore } from './testing/mean-score.ts';
