import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustFitSchema } from '../testing/schema.ts';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
/** It answers at once, in the process of the command, and reports the begin of each match. */
const BOT = `import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    if (this.round === 0) process.stderr.write('a match begins\\n');
    const free = [this.left(this.heading), this.heading].find((way) => this.isFree(this.next(way)));
    if (free !== undefined) this.go(free);
  }
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-climb-'));
  writeFileSync(join(folder, 'Bot.js'), BOT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends a long climb when the eighth match has begun, so that three pairs are complete. */
async function stopped(signal: NodeJS.Signals, ...more: string[]) {
  const args = ['climb', './Bot.js', '--game', 'trails', '--pairs', '20000', ...more];
  const child = spawn(process.execPath, [LUDUS, ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    const begun = (text: string) => text.split('a match begins').length - 1;
    const before = begun(stderr);
    stderr += bytes;
    if (before < 8 && begun(stderr) >= 8) child.kill(signal);
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout, stderr };
}

test('a climb that is ended prints what was played', async () => {
  const { code, stdout, stderr } = await stopped('SIGTERM');
  expect(code, stderr).toBe(130);
  expect(stdout).toMatch(
    /\n 1\. Null +[\d.]+ % .* \d+ won, \d+ drawn, \d+ lost +\d+ of 20000 pairs\n\nStopped before the climb ended; --from Null starts there\.\n$/,
  );
});

test('a climb that is ended prints what was played as JSON', async () => {
  const { code, stdout, stderr } = await stopped('SIGINT', '--json');
  expect(code, stderr).toBe(130);
  mustFitSchema('climb', stdout);
  const { opponents, next } = JSON.parse(stdout);
  expect(next).toBeNull();
  expect(opponents).toMatchObject([{ name: 'Null', beaten: null }]);
  const [{ pairs, won, drawn, lost }] = opponents;
  expect(won + drawn + lost).toBe(2 * pairs);
  expect(pairs).toBeGreaterThanOrEqual(3);
});
