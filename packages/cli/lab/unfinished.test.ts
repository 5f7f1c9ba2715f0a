import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readResultFiles } from './results-files.ts';

const record = (id: string, scores: number[]) => ({
  ...{
    id,
    board: 0,
    seed: 4,
    players: [1, 0],
    scores,
    reason: 'rounds',
    rounds: 9,
    faults: [],
    used: [0, 0],
    decided: 3,
  },
});
const setup = {
  game: 'any',
  boards: [{ name: 'maze', text: '' }],
  players: ['A', 'B'].map((name) => ({ name, spec: name, fingerprint: 'aa' })),
  budget: 'none',
  folder: '/',
};

test('the results of a run that stopped while writing a line are read without this incomplete line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-unfinished-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => readResultFiles([folder])).toThrow('no results');
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ludus: 'run', version: 1, setup }));
  const lines = [{ ludus: 'journal', version: 1, plan: 'x' }, record('b', [1, 0]), record('a', [0, 2])];
  writeFileSync(
    join(folder, 'journal.jsonl'),
    `${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}{"id":"c","sco`,
  );
  const read = readResultFiles([folder]);
  expect(read.map(({ match, players, shares }) => [match, players, shares])).toEqual([
    ['a', ['B', 'A'], [0, 1]],
    ['b', ['B', 'A'], [1, 0]],
  ]);
  expect(read[0].setting).toMatch(/^[0-9a-f]{16}$/);
  for (const wrong of ['{}', JSON.stringify({ ludus: 'run', version: 1, setup: { ...setup, players: [1, null] } })]) {
    writeFileSync(join(folder, 'run.json'), wrong);
    expect(() => readResultFiles([folder])).toThrow('does not describe the run');
  }
  writeFileSync(
    join(folder, 'run.json'),
    JSON.stringify({ ludus: 'run', version: 1, setup: { ...setup, boards: [] } }),
  );
  expect(() => readResultFiles([folder])).toThrow('matches with boards or bots that');
});
