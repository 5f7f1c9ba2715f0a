import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { type ProcessResult, runHere } from './testing/run-here.ts';

const LUDUS = fileURLToPath(new URL('./bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-lesson-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Time limit in seconds for a player that never ends. On a busy machine, loading it takes part of this time. */
const LOADED_IN = 8;

/** Checks a player's file in this process, which reads each file once. */
function check(file: string, code: string, number = '1'): Promise<ProcessResult> {
  writeFileSync(join(folder, file), code);
  return runHere(['check', `./${file}`, '--lesson', number], folder);
}

const mine = (play: string): string =>
  `import { TrailsPlayer } from 'ludus/trails';\nexport default class Mine extends TrailsPlayer {\n  play(): void {\n${play}\n  }\n}\n`;

/** Checks a player that loops forever, which ends its process. */
function stuck(file: string, code: string) {
  writeFileSync(join(folder, file), code);
  const args = [LUDUS, 'check', `./${file}`, '--lesson', '1', '--patience', String(LOADED_IN)];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

if (IS_LONG_RUN)
  test('an endless loop ends the lesson with an error that names the player and the line', () => {
    const { status, stderr } = stuck('Mine.ts', mine('if (this.round > 3) for (;;) this.isFree(this.next(0));'));
    expect(status).not.toBe(0);
    expect(stderr).toMatch(
      /player Mine \(seat 0\) did not answer in round 4 within \d+ s \(Mine\.ts:4:\d+\); the player plays in this process/,
    );
    expect(stderr).toContain('without --lesson, ludus check runs the bot in a separate process');
  });

test('a lesson reports a file that loops forever while loading, is empty, or exports no player', async () => {
  // A quick run skips this case, because the test above already waits for the time limit.
  if (IS_LONG_RUN)
    expect(stuck('Load.ts', 'let n = 0;\nfor (;;) n++;\nexport default class {}\n').stderr).toMatch(
      /^info: loading \.\/Load\.ts, up to 8 s\nludus: \.\/Load\.ts did not load within 8 s \(Load\.ts:2:\d+\)$/m,
    );
  expect((await check('Empty.ts', '')).stderr).toContain('./Empty.ts is empty');
  expect((await check('Load.ts', 'class Mine extends TrailsPlayer {\n  play() {}\n}\n')).stderr).toContain(
    './Load.ts exports no player: write "export default" before its class',
  );
});

test('a player that crashes gets a hint on how to find the crash, instead of advice on play', async () => {
  const { status, stdout } = await check('Mine.ts', mine("throw new Error('no luck');"));
  expect(status).toBe(1);
  expect(stdout.match(/^hint: .*$/gm)).toEqual(['hint: the end of its log, or ludus debug, shows where it ended']);
  expect(stdout).toContain('to see why: npx ludus check ./Mine.ts --lesson 1 -o lesson.trails\n');
});

test('a player that survives but misses the goal gets advice on play', async () => {
  const { stdout } = await check('Idle.ts', mine(''));
  expect(stdout).toMatch(/^hint: /m);
  expect(stdout).not.toContain('where it ended');
});

test('a lesson’s number must be a whole number from 1', async () => {
  expect((await check('Idle.ts', mine(''), 'x')).stderr).toContain('must be a whole number, 1 or more');
  expect((await check('Idle.ts', mine(''), '0')).stderr).toContain('must be a whole number, 1 or more');
});
