/** The state of a viewer, its playback, and the comparison of two matches. */
export { searchDifference } from './player/difference.ts';
export { pause, roundMs } from './player/playback.ts';
export { compareSeats } from './player/sides.ts';
export type { Viewer } from './player/state.ts';
