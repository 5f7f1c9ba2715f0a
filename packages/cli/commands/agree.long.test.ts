import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const SAMPLE = fileURLToPath(new URL('../../games/trails/samples/cyclist.js', import.meta.url));
const BOARD = fileURLToPath(new URL('../../games/trails/boards/default.board', import.meta.url));
let folder: string;
const ludus = (...args: string[]) => runHere(args, folder);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-agree-'));
  copyFileSync(SAMPLE, join(folder, 'one.js'));
  copyFileSync(SAMPLE, join(folder, 'two.js'));
  for (const seed of ['1', '2']) {
    const { status, stderr } = await ludus('match', 'Lynx', 'Mole', '-i', BOARD, '-s', seed, '-o', `${seed}.trails`);
    expect(stderr).not.toContain('error:');
    expect(status).toBe(0);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two copies of the same bot stand out among other bots', async () => {
  const { status, stdout, stderr } = await ludus(
    'agree',
    './one.js',
    './two.js',
    'Moth',
    'Mole',
    'Lynx',
    '--input',
    '1.trails',
    '2.trails',
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^1 +100% +0% +100% .* one +two +stands out$/m);
  expect(stdout).toMatch(/^10 pairs over 4 showings of \d+ rounds: 1 stand out\.$/m);
});

test.each([
  [
    ['Moth', 'Mole', '--input', '1.trails'],
    'agree compares bots with each other and needs three or more, not 2: name 1 more',
  ],
  [['Moth', 'Mole', 'Lynx', '--input', '1.trails', '--seat', '2'], '--seat must be 0 to 1 in 1.trails, not 2'],
  [['Moth', 'Mole', 'Lynx', '--input', 'one.js'], 'this isn’t a replay of any Ludus game'],
  [['Moth', 'Mole', 'Nobody', '--input', '1.trails'], 'Nobody'],
])('`ludus agree` with %j prints an error and exits with 2', async (args, sentence) => {
  const { status, stderr } = await ludus('agree', ...args);
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
});
