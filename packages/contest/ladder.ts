/** The ladder and its simulation. */
export { Memory } from './ladder/memory.ts';
export { Random } from './ladder/random.ts';
export { LiveField, scriptField } from './ladder/simulate/field.ts';
export { OmniscientMemory } from './ladder/simulate/knowing.ts';
export { type Figures, measure } from './ladder/simulate/measure.ts';
export { SimulatedContest, type SimulationSetup } from './ladder/simulate/play.ts';
export { table } from './ladder/table.ts';
