/** The state of a viewer, its moves through a replay, and the comparison of two. */
export { searchDifference } from './player/difference.ts';
export { pause, roundMs } from './player/playback.ts';
export { compareSeats } from './player/sides.ts';
export type { Viewer } from './player/state.ts';
