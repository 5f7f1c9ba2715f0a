/** Observers of a match: they keep the leaders, and the sidecar file. */
export { Leaders } from './leaders.ts';
export { SidecarRecorder } from './sidecar-recorder.ts';
