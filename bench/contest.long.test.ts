import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

test('the contest benchmark with two servers loses no submission, and prints response times and how fast the queue drains', {
  timeout: 600_000,
}, () => {
  const sizes = [
    '--watchers',
    '3',
    '--entrants',
    '1',
    '--field',
    '4',
    '--minutes',
    '0.1',
    '--dwell',
    '1',
    '--batches',
    '1',
    '--runs',
    '1',
    '--servers',
    '2',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'contest', ...sizes], {
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('submissions accepted: 1 of 1 (goal all: reached)');
  expect(stdout).toContain('lost or unfinished: 0 (goal 0: reached)');
  expect(stdout).toContain('final states of the submissions: in 1');
  for (const route of ['matches', 'ladder', 'submit']) expect(stdout).toMatch(new RegExp(`^  ${route} +\\d`, 'm'));
  expect(stdout).toMatch(/the queue drains at: \d+% of the laboratory’s rate/);
});
