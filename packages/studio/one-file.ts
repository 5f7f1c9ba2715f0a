/** Pages in one file, which need no server. */
export { oneFilePage, pageWith } from './share/one-file.ts';
