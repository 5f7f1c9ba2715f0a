import { serveMatches } from '@ludus/lab/worker.ts';
import { makeReady } from './ready.ts';

// The program of the worker processes.
serveMatches(makeReady);
