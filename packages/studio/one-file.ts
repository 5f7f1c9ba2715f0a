/** The viewer’s script, and a replay with it in one file. */
export { viewerCode } from './server/viewer-code.ts';
export { oneFilePage } from './share/one-file.ts';
