import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));

test('a small contest whose processes are killed comes to what the undisturbed one comes to', {
  timeout: 900_000,
}, () => {
  const args = [
    'contest',
    'chaos',
    '--seed',
    '3',
    '--submissions',
    '4',
    '--workers',
    '2',
    '--kills',
    '4',
    '--restores',
    '1',
  ];
  const run = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  // Whether the few bad things of a short run all happen is chance; what they lead to is not.
  const missed = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('MISSED') && !/kills:|an older one|sent five times; 0|lost after/.test(line));
  expect(missed, run.stderr).toEqual([]);
  expect(run.stdout, run.stderr).toMatch(
    /^reached {2}both contests came to the same, byte by byte: ([0-9a-f]{16}) and \1$/m,
  );
});
