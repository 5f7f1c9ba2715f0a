import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogFolder } from './log-folder.ts';

test.each([
  ['withheld until the match has ended if something is hidden', { observe: () => 0 }, ''],
  ['written during the match if nothing is hidden', {}, 'round 0\nmy dice are 3 3\n'],
])('logs are %s', (_, game, during) => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const seen = () => readFileSync(join(folder, 'seat1.log'), 'utf8');
  const logs = new LogFolder(folder, 2, game);
  logs.output(1).log('my dice are 3 3');
  expect(seen()).toBe(during);
  logs.round(1);
  logs.output(1).log('I call');
  logs.output(1).log('again');
  logs.close();
  expect(seen()).toBe('round 0\nmy dice are 3 3\nround 1\nI call\nagain\n');
});
