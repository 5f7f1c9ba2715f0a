import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-board-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ludus = (...args: string[]) => runHere(args, folder);

test('board check plays on a board, and prints the same report when repeated', async () => {
  const check = () => ludus('board', 'check', 'boards/madmax/default', '--matches', '3');
  const { status, stdout, stderr } = await check();
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/: a board of Mad Max\n[\s\S]*^seat 3 +\d+%.*\n[\s\S]*^Dummy +\d+%/m);
  expect(stdout).toContain('The board seems fair to every seat in 6 matches');
  expect((await check()).stdout).toBe(stdout);
  expect(
    JSON.parse((await ludus('board', 'check', 'boards/madmax/default', '--matches', '1', '--json')).stdout),
  ).toMatchObject({
    seats: 4,
  });
});

test('board check reports an invalid board, an unknown bot, and an invalid number of matches', async () => {
  writeFileSync(join(folder, 'bad.cnf'), 'Hello\nyou');
  for (const [args, sentence] of [
    [['bad.cnf'], 'bad.cnf: line 1: '],
    [['boards/madmax/default', '--players', 'Nobody'], 'has no built-in bot Nobody: choose '],
    [['boards/madmax/default', '--matches', '0'], '--matches must be a whole number from 1 to 9999, not 0'],
  ] as const) {
    const { status, stderr } = await ludus('board', 'check', ...args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  }
});
