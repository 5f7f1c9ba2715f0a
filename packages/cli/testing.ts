/** Commands in the process of a test. */
export { type Ended, runHere } from './testing/run-here.ts';
