import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PoolClosedError } from '@ludus/lab/lab-run.ts';
import type { MatchRecord } from '@ludus/lab/results.ts';
import { expect, test } from 'vitest';
import type { Session } from '../lab/session.ts';
import { playAskedDuel } from './duel.ts';

const plan = { elo0: 0, elo1: 0, alpha: 0.05, beta: 0.05, limit: 4, seats: 2, teams: undefined };
const ASKED = { ...plan, fillers: 0, boards: 0, firstSeed: 1, pairs: 4 };

/** Simulates a duel that New and Old win in turn. `used`: the used share of the budget, by player and pair. */
function duelSession(folder: string, stopAt: number, used: readonly (readonly number[])[] = [[], []]) {
  const said: string[] = [];
  const session: Partial<Session> = {
    setup: {
      game: 'trails',
      players: ['New', 'Old'].map((name) => ({ name, spec: name, fingerprint: '' })),
      boards: [],
      budget: 'none',
      folder,
    },
    folder,
    ahead: 2,
    async play(spec, pair) {
      if (pair === stopAt) throw new PoolClosedError();
      const scores = spec.players.map((player) => (player === pair % 2 ? 1 : 0));
      const shares = spec.players.map((player) => used[player][pair] ?? 0);
      return { ...spec, scores, faults: [], course: pair, used: shares } as unknown as MatchRecord;
    },
    setting: () => '',
    note() {},
    say: (line) => void said.push(line),
    out: { write: (text: string) => said.push(text) } as unknown as NodeJS.WriteStream,
  };
  return { session: session as Session, said };
}

test('a stopped duel prints its results so far', async () => {
  const { session, said } = duelSession('', 3);
  await expect(playAskedDuel(session, ASKED)).rejects.toThrow(PoolClosedError);
  expect(said.at(-1)).toMatch(/^ +3 pairs {2}\S+ Elo \(95% interval /);
});

test('a duel names the bots that came close to their budgets, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-duel-'));
  const { session, said } = duelSession(folder, -1, [
    [0.1, 0.996, 0.3],
    [0.79, 0.7],
  ]);
  (await playAskedDuel(session, ASKED))();
  process.exitCode = 0;
  rmSync(folder, { recursive: true });
  expect(said.join('')).toContain('\nNew used up to 99% of its budget.\n\nUndecided');
  expect(said.join('')).not.toContain('Old used');
});
