import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
/**
 * In a short run, the occurrence of each fault depends on chance, and the delay of news depends on the machine. The
 * consequences depend on neither.
 */
const CHANCE = /kills:|an older database|stored again: 0|lost after|after it was written/;

// Long: contests with real servers, workers, and compilers, twice each. The second test needs nginx.
test.each([
  ['a small contest whose processes are killed', '--submissions 4 --workers 2 --kills 4 --restores 1'],
  [
    'a contest on three servers whose processes, database, and connections break',
    '--servers 3 --submissions 10 --workers 3 --kills 32',
  ],
])('an undisturbed contest has the same transcript as %s', { timeout: 1_800_000 }, (_, args) => {
  const run = spawnSync(process.execPath, [MAIN, 'contest', 'chaos', '--seed', '3', ...args.split(' ')], {
    encoding: 'utf8',
  });
  const missed = run.stdout.split('\n').filter((line) => line.startsWith('MISSED') && !CHANCE.test(line));
  expect(missed, run.stderr).toEqual([]);
  expect(run.stdout, run.stderr).toMatch(
    /^reached {2}both contests have the same transcript, byte for byte: ([0-9a-f]{16}) and \1$/m,
  );
});
