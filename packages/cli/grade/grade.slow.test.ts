import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

// Slow: the task is a separate process, and so is its bot.

const folder = mkdtempSync(join(tmpdir(), 'ludus-grade-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A bot that writes a good result instead of the command, and ends the command. */
const FORGER = `import { writeSync } from 'node:fs';
import { TrailsPlayer } from 'ludus/trails';
writeSync(1, JSON.stringify({ passed: true, steps: [], opponents: [{ name: 'Null', share: 1, low: 1, high: 1, beaten: true }] }));
process.kill(process.pid, 'SIGKILL');
export default class Forger extends TrailsPlayer {}
`;

test('a bot can’t forge its result in a sandbox, and the command warns if there is no sandbox', async () => {
  writeFileSync(join(folder, 'Forger.js'), FORGER);
  const tasks = [{ run: 'climb', points: 3, pairs: 1, to: 'Null' }];
  writeFileSync(join(folder, 'grading.json'), JSON.stringify({ game: 'trails', player: './Forger.js', tasks }));
  const { status, stdout } = await runHere(['grade', 'grading.json'], folder);
  const isSafe = bestSandboxLevel() !== undefined;
  expect(stdout.includes('This machine supports no sandbox'), stdout).toBe(!isSafe);
  if (isSafe) expect([status, stdout]).toEqual([1, expect.stringMatching(/^0 of 3 points$/m)]);
});
