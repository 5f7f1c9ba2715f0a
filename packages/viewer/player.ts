/** The state of a viewer, and its moves through a replay. */
export { pause } from './player/playback.ts';
export type { Viewer } from './player/state.ts';
