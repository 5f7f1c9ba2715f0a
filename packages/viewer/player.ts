/** The state of a viewer, and its moves through a replay. */
export { pause, roundMs } from './player/playback.ts';
export type { Viewer } from './player/state.ts';
