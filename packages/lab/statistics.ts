/** Pairings, ratings, and tests, including those for pages and contests. */
export { designTables, matchesToMeetAll } from './pairing/design.ts';
export { gauntlet, lastOut, roundRobin, swiss } from './pairing/formats.ts';
export { doubleElimination, singleElimination } from './pairing/knockout.ts';
export type { PlayedStage, Stage, Table, TournamentFormat, TournamentSetup } from './pairing/tables.ts';
export { cyclesOfThree } from './ratings/cycles.ts';
export { fitRatings } from './ratings/fit.ts';
export type { PlacedMatch } from './ratings/plackett-luce.ts';
export { ratings } from './ratings/ratings.ts';
export { type FieldModel, placesOf, type SimulatedField, simulateField } from './ratings/simulate.ts';
export { type WinMatrix, winMatrix } from './ratings/win-matrix.ts';
export { BOARD_DESIGNS, ERROR_RATE_DESIGNS } from './stats/designs.ts';
export { scoreOfElo } from './stats/elo.ts';
export { matchScore, placeShares } from './stats/groups.ts';
export { type MeanInterval, meanInterval } from './stats/interval.ts';
export { countPairs, describeElo, duelSentence, minus, signedElo } from './stats/sentence.ts';
export { simulateDuels, withMean } from './stats/simulate.ts';
export { asksOneSide, decidedExactly, type Standing } from './stats/stop-rule.ts';
export { tallyOf } from './stats/tally.ts';
