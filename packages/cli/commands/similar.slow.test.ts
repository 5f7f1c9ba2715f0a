import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const FIXTURES = fileURLToPath(new URL('../../contest/plagiarism/fixtures/', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-similar-'));
  const now = join(folder, 'now');
  mkdirSync(join(now, 'Dee', 'old'), { recursive: true });
  for (const name of ['mm01', 'mm02', 'mm03', 'mm04', 'mm05'])
    cpSync(join(FIXTURES, `honest/${name}.cc`), join(now, `${name}.cc`));
  cpSync(join(FIXTURES, 'honest/mm07.cc'), join(now, 'Dee/2.cc'));
  cpSync(join(FIXTURES, 'planted/mm12-loops.cc'), join(now, 'Dee/old/1.cc'));
  writeFileSync(join(now, 'notes.md'), 'no source');
  writeFileSync(join(now, 'binary.cc'), Buffer.from([0, 1, 2]));
  symlinkSync(now, join(now, 'Dee', 'loop'));
  mkdirSync(join(folder, 'a=b'));
  cpSync(join(FIXTURES, 'honest/mm12.cc'), join(folder, 'a=b', 'Eve.cc'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ludus = (...args: string[]) => runHere(args, folder);

test('similar finds that an old version was copied from an earlier year', async () => {
  const { status, stdout, stderr } = await ludus('similar', 'now', '--earlier', 'a=b=2024', '--csv', 'similar.csv');
  expect(stderr).toContain('binary.cc is left out: it isn’t text');
  expect(stderr).toContain('info: the report was written to similar.html');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^1 +9\d% +Dee \(old\/1\.cc\) +Eve \(2024\) +stands out$/m);
  expect(stdout).toMatch(/^21 pairs: .*; 1 stand/m);
  expect(readFileSync(join(folder, 'similar.html'), 'utf8')).toContain('Dee (old/1.cc) and Eve (2024)');
  expect(readFileSync(join(folder, 'similar.csv'), 'utf8').split('\n')[1]).toMatch(
    /^1,0\.9\d\d,Dee,old\/1\.cc,,Eve,,2024,C\+\+,/,
  );
});

test('similar ignores code from the shared template', async () => {
  const given = join(folder, 'given');
  mkdirSync(given);
  cpSync(join(FIXTURES, 'honest/mm04.cc'), join(given, 'one.cc'));
  cpSync(join(FIXTURES, 'honest/mm04.cc'), join(given, 'two.cc'));
  expect((await ludus('similar', 'given')).stdout).toMatch(/100% +one +two/);
  const { stdout, status } = await ludus('similar', 'given', '--template', 'now/mm04.cc', '--csv', '/dev/null');
  expect([status, stdout]).toEqual([0, expect.stringContaining('0 stand out')]);
});

test.each([
  [['similar', 'nowhere'], 'no such file or folder: nowhere'],
  [['similar', 'a=b', '--earlier', 'gone=2020'], 'no such file or folder: gone'],
  [['similar', 'now/notes.md'], 'contain no source in'],
  [['similar', 'now', '--unusual', '0'], '--unusual must be a number above 0'],
  [['similar', 'now', '-o', 'no/where.html'], 'cannot write no/where.html'],
])('%j prints an error and exits with 2', async (args, sentence) => {
  const { status, stderr } = await ludus(...args);
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
  expect(existsSync(join(folder, 'no'))).toBe(false);
});
