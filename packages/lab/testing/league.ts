import type { ResultLine } from '../batch/result-line.ts';
import type { Entry } from '../league/format.ts';

/** A bot that was built and has passed its check. */
export const readyEntry = (name: string): Entry => ({
  name,
  spec: name,
  fingerprint: '',
  state: 'ready',
  problems: [],
  agent: null,
});

/** A match that the first player wins. */
export const resultLine = (
  match: string,
  [first, second]: readonly string[],
  faults: ResultLine['faults'] = [],
): ResultLine => ({
  game: 'trails',
  match,
  board: 'b1',
  seed: 1,
  players: [first, second],
  scores: [9, 4],
  shares: [1, 0],
  reason: 'last',
  rounds: 30,
  decided: 12,
  used: [0, 0],
  faults,
});
