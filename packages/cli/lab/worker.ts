import { serveMatches } from '@ludus/lab/batch/worker.ts';
import { makeReady } from './ready.ts';

// What the laboratory's worker processes run.
serveMatches(makeReady);
