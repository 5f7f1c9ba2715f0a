import type { MatchRecord } from '@ludus/lab/results.ts';
import { PoolClosed } from '@ludus/lab/runs.ts';
import { expect, test } from 'vitest';
import type { Session } from '../lab/session.ts';
import { playAskedDuel } from './duel.ts';

test('a duel that is stopped prints its standing so far', async () => {
  const said: string[] = [];
  const players = ['New', 'Old'].map((name) => ({ name, spec: name, fingerprint: '' }));
  const session = {
    setup: { game: 'trails', players, boards: [] },
    ahead: 2,
    async play(spec, pair) {
      if (pair === 3) throw new PoolClosed();
      const scores = spec.players.map((player) => (player === pair % 2 ? 1 : 0));
      return { ...spec, scores, faults: [], course: pair } as unknown as MatchRecord;
    },
    note() {},
    say: (line) => void said.push(line),
  } as Partial<Session> as Session;
  const plan = { elo0: 0, elo1: 0, alpha: 0.05, beta: 0.05, limit: 20, seats: 2, teams: undefined };
  const asked = { ...plan, fillers: 0, boards: 0, firstSeed: 1, pairs: 20 };
  await expect(playAskedDuel(session, asked)).rejects.toThrow(PoolClosed);
  expect(said.at(-1)).toMatch(/^ +3 pairs {2}[+−].* Elo \(95 % interval /);
});
