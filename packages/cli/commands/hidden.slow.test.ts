import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

// Bots of users play Tall Tales and Periscope here, in processes that have to start.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-hidden-'));
  const sample = (path: string) => fileURLToPath(new URL(`../../games/${path}`, import.meta.url));
  copyFileSync(sample('talltales/samples/teller.js'), join(folder, 'Teller.js'));
  copyFileSync(sample('periscope/samples/diver.js'), join(folder, 'Diver.js'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const KEY = /^sealed [0-9a-f]{64}\n$/;
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const lastLine = (text: string) => text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
const linesOf = (...path: string[]) =>
  read(...path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('climb plays with keys instead of seeds that a bot can guess', async () => {
  const args = ['climb', './Diver.js', '--game', 'periscope', '--pairs', '1', '-o', 'climb.periscope'];
  const { status, stdout, stderr } = await runHere(args, folder);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('luck from the key in its last line');
  expect(lastLine(read('climb.periscope'))).toMatch(KEY);
  expect((await runHere(['verify', 'climb.periscope'], folder)).status).toBe(0);
}, 120_000);

test('strength plays the seeds of a bot of a user with keys, and keeps each with its match', async () => {
  const args = ['strength', '--players', './Diver.js', '-g', 'periscope', '--seeds', '2', '-j', '2', '-o', 'strength'];
  const { status, stderr } = await runHere(args, folder);
  expect(status, stderr).toBe(0);
  const keys = linesOf('strength', 'results.jsonl').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
}, 120_000);
