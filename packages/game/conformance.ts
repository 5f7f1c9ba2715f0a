/** The suite that every game must pass, with the games that it is tested on and their fixtures. */

export { BREAKAGES } from './conformance/broken-games.ts';
export { type HostedApi, runHostConformance } from './conformance/check-host.ts';
export { checkRounds } from './conformance/check-rounds.ts';
export { checkSimulator } from './conformance/check-simulator.ts';
export { type DuskBoard, type DuskMove, type DuskState, dusk } from './conformance/dusk.ts';
export type { AnyFixture, ConformanceFixture } from './conformance/fixture.ts';
export { brokenFixture } from './conformance/fixture.ts';
export { describeBoards, summarizeBoards } from './conformance/golden-boards.ts';
export { describeMatches, summarizeMatches } from './conformance/golden-matches.ts';
export { pick } from './conformance/minimal.ts';
export { choosePlaythrough, playAgain } from './conformance/playthrough.ts';
export type { PlanesOf } from './conformance/state-digest.ts';
export { ConformanceError, fingerprintOf, runConformance } from './conformance/suite.ts';
