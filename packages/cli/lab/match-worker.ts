import { serveMatches } from '@ludus/lab/serve-matches.ts';
import { makeReady } from './ready.ts';

// The program of the worker processes.
serveMatches(makeReady);
