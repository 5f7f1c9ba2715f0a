import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-board-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ludus = (...args: string[]) => spawnSync(process.execPath, [LUDUS, ...args], { cwd: folder, encoding: 'utf8' });

test('a board is read and played on; the same command prints the same', () => {
  const check = () => ludus('board', 'check', 'boards/madmax/default', '--matches', '3');
  const { status, stdout, stderr } = check();
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/: a board of Mad Max\n[\s\S]*^seat 3 +\d+%.*\n[\s\S]*^Dummy +\d+%/m);
  expect(stdout).toContain('The board seems fair by seat in 6 matches');
  expect(check().stdout).toBe(stdout);
  expect(JSON.parse(ludus('board', 'check', 'boards/madmax/default', '--matches', '1', '--json').stdout)).toMatchObject(
    {
      seats: 4,
    },
  );
});

test('reports the line of an invalid board, and the known players for an unknown one', () => {
  writeFileSync(join(folder, 'bad.cnf'), 'Hello\nyou');
  for (const [args, sentence] of [
    [['bad.cnf'], 'bad.cnf: line 1: '],
    [['boards/madmax/default', '--players', 'Nobody'], 'has no built-in bot Nobody: choose '],
    [['boards/madmax/default', '--matches', '0'], '--matches must be a whole number from 1 to 9999, not 0'],
  ] as const) {
    const { status, stderr } = ludus('board', 'check', ...args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  }
});
