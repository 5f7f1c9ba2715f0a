/** The state of a viewer, and its moves through a replay. */
export { drawCauses } from './player/causes.ts';
export { slowness } from './player/director.ts';
export { pause } from './player/playback.ts';
export { cameraFor, stillScene } from './player/scene.ts';
export type { Viewer } from './player/state.ts';
