/** Exports parts of commands for benchmarks and tests. */

export { usualBoard } from './boards.ts';
export { batchSpecs } from './commands/batch.ts';
export { jobPlayers } from './commands/match-isolated.ts';
export { catalog, WORKSHOP } from './contest/game-catalog.ts';
export { goal } from './contest/goal.ts';
export { contestPlayground } from './contest/playground.ts';
export { makeReady } from './lab/ready.ts';
export { type LabOptions, labSetup } from './lab/setup.ts';
export { counted, whole } from './option-values.ts';
export { info } from './say.ts';
export { VERSION } from './version.ts';
