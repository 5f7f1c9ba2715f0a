import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const LUDUS = fileURLToPath(new URL('./bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-lesson-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Seconds that a player that never ends is waited for. On a busy machine it takes some of them to load. */
const LOADED_IN = 8;

/** `patience`: seconds, in which it has to be loaded on a busy machine. */
function lesson(play: string, number: string, patience = 60) {
  const code = `import { TrailsPlayer } from 'ludus/trails';\nexport default class Mine extends TrailsPlayer {\n  play(): void {\n${play}\n  }\n}\n`;
  writeFileSync(join(folder, 'Mine.ts'), code);
  const args = [LUDUS, 'check', './Mine.ts', '--lesson', number, '--patience', String(patience)];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

test('a player that loops forever ends the lesson with a sentence that names it and the line', () => {
  const { status, stderr } = lesson('if (this.round > 3) for (;;) this.isFree(this.next(0));', '1', LOADED_IN);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(
    /player Mine \(seat 0\) did not answer in round 4 within \d+ s \(Mine\.ts:4:\d+\); it plays in this process/,
  );
  expect(stderr).toContain('ludus check without --lesson gives it one of its own');
});

test('reports the line of a file that loops forever while it loads, and a file without a player', () => {
  const check = (text: string, patience = 60) => {
    writeFileSync(join(folder, 'Load.ts'), text);
    const args = [LUDUS, 'check', './Load.ts', '--lesson', '1', '--patience', String(patience)];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stderr;
  };
  expect(check('let n = 0;\nfor (;;) n++;\nexport default class {}\n', LOADED_IN)).toMatch(
    /^info: loading \.\/Load\.ts, at most 8 s\nludus: \.\/Load\.ts is not loaded within 8 s \(Load\.ts:2:\d+\)$/m,
  );
  expect(check('')).toContain('./Load.ts is empty');
  expect(check('class Mine extends TrailsPlayer {\n  play() {}\n}\n')).toContain(
    './Load.ts exports no player: write "export default" before its class',
  );
});

test('a player that crashes is not told how to play, but where it ended', () => {
  const { status, stdout } = lesson("throw new Error('no luck');", '1');
  expect(status).toBe(1);
  expect(stdout.match(/^hint: .*$/gm)).toEqual(['hint: the end of its log, or ludus debug, shows where it ended']);
  expect(stdout).toContain('to see why: npx ludus check ./Mine.ts --lesson 1 -o lesson.trails\n');
});

test('advises a player that survives but misses the goal on how to play', () => {
  const { stdout } = lesson('', '1');
  expect(stdout).toMatch(/^hint: /m);
  expect(stdout).not.toContain('where it ended');
});

test('lessons are counted from 1', () => {
  expect(lesson('', 'x').stderr).toContain('must be a whole number, 1 or more');
  expect(lesson('', '0').stderr).toContain('must be a whole number, 1 or more');
});
