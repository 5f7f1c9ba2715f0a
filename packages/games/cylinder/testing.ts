/** Parts of the cylinder games for benchmarks and tests. */
export { BenchProtocol, CHECKSUMS } from './bench/protocol.ts';
export { inProcessCylinder } from './player/in-process.ts';
export { type Dialect, MAX_NUMBER } from './rules/dialect.ts';
export { DIRECTIONS, SHOOT } from './rules/directions.ts';
export type { Instructions } from './rules/instructions.ts';
export { GENERATOR } from './rules/layout.ts';
export { PLACING_ATTEMPTS } from './rules/placement.ts';
export { type CylinderView, EMPTY, OBSTACLE } from './rules/position-view.ts';
export type { CylinderState } from './rules/state.ts';
