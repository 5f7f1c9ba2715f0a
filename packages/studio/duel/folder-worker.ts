import { playMatches } from './matches.ts';

/** Players of the folder are scripts of this worker, as in `match/folder-worker.ts`. */
playMatches(async () => undefined);
