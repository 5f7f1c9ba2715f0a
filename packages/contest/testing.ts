/** Provides contests for the tests of other packages. */
export { FORMATS, madeTerms } from './rounds/testing/made.ts';
export { pickBoard, pickedRound } from './rounds/testing/picked.ts';
export {
  type Browser,
  ended,
  joined,
  makeContest,
  organiserOf,
  PASSWORD,
  SPRING,
  sent,
  serveTest,
  until,
} from './testing/contest.ts';
export { fresh } from './testing/databases.ts';
export { startProvider } from './testing/identity-provider.ts';
export { LearningPlatform } from './testing/learning-platform.ts';
export { RunDatabases } from './testing/run-databases.ts';
export { fakeCompile, fakePlay } from './testing/test-catalog.ts';
