import type { MatchOutcome } from '@ludus/referee/match-process.ts';
import { expect, test } from 'vitest';
import type { Lease } from '../words.ts';
import { Worker, type WorkSource } from './worker.ts';

const hash = '0'.repeat(64);
const lease: Lease = { match: 7, number: 1, input: hash };
const seats = [{ kind: 'builtin', name: 'Null' }] as const;
const input = { game: 'any', board: '', seed: '1', key: hash, seats: [...seats], engine: 'test' };

test('a worker returns a match when no process can be started for it', async () => {
  const told: string[] = [];
  const source: WorkSource = {
    take: async (want) => ({ epoch: 'e', jobs: want > 0 ? [{ lease, forMs: 60_000, input }] : [], waitMs: 60_000 }),
    keep: async () => [],
    async giveBack(_, leases) {
      told.push(`${leases.map(({ match }) => match)} given back`);
      worker.drain();
    },
    async answer(_, { match }) {
      told.push(`${match} answered`);
      return true;
    },
    module: async () => new Uint8Array(0),
  };
  const play = async (): Promise<MatchOutcome> => ({ kind: 'void', cause: 'start', sentence: 'The match is void.' });
  const worker = new Worker({ source, play, parallel: 1, say: (sentence) => void told.push(sentence) });
  await worker.run();
  expect(told).toEqual(['match 7 was given back: The match is void.', '7 given back']);
});
