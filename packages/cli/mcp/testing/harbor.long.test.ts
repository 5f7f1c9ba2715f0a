import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harborFiles } from './harbor.ts';
import { taskNames } from './tasks.ts';

// Harbor copies environment/start to /app, solution to /solution, and tests to /tests. In this test, they are sibling
// folders.

const top = mkdtempSync(join(tmpdir(), 'ludus-harbor-'));
const bin = join(top, 'bin');
beforeAll(() => {
  mkdirSync(bin);
  const ludus = fileURLToPath(new URL('../../bin/ludus.js', import.meta.url));
  writeFileSync(join(bin, 'ludus'), `#!/bin/sh\nexec "${process.execPath}" "${ludus}" "$@"\n`, { mode: 0o755 });
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/**
 * Writes a task, and returns a function that runs one of its scripts. The function returns the exit code and the
 * reward.
 */
function container(name: string, path: string) {
  const at = mkdtempSync(join(top, 'task-'));
  mkdirSync(join(at, 'app'));
  for (const [file, text] of Object.entries(harborFiles(name))) {
    const place = join(at, file.replace('environment/start/', 'app/'));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text.replaceAll(/(?<=\s)\/(?:app|solution|logs|tmp)\b/g, `${at}$&`));
  }
  mkdirSync(join(at, 'tmp'));
  const reward = join(at, 'logs/verifier/reward.txt');
  return (script: string) => {
    const { status, stdout, stderr } = spawnSync('bash', [join(at, script)], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    return { status, reward: existsSync(reward) ? readFileSync(reward, 'utf8') : '', said: stdout + stderr };
  };
}

test.each(taskNames())(
  'the test of the task %s rewards its solution, but not the initial files',
  (name) => {
    const run = container(name, `${bin}${delimiter}${process.env.PATH}`);
    expect(run('tests/test.sh')).toMatchObject({ status: 0, reward: '0\n' });
    expect(run('solution/solve.sh')).toMatchObject({ status: 0, said: '' });
    expect(run('tests/test.sh')).toMatchObject({ status: 0, reward: '1\n' });
  },
  600_000,
);

test('no reward is written when Ludus can’t start', () => {
  const run = container('refused', '/usr/bin:/bin');
  expect(run('tests/test.sh')).toMatchObject({ status: 127, reward: '' });
});
