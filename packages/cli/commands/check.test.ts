import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

test('a quick check ends after the first complete match', async () => {
  const { stdout } = await runHere(['check', 'Moth', '--game', 'trails', '--quick'], tmpdir());
  expect(stdout.split('\n')).toEqual([
    'Moth in Trails',
    expect.stringMatching(/^ 1\. .*starts and answers/),
    expect.stringMatching(/^ 2\. .*plays a whole match/),
    'All steps passed.',
    '',
  ]);
});

test('check rejects a file of 1 GiB, with and without --game', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'Mine.py'), '');
  truncateSync(join(folder, 'Mine.py'), 2 ** 30);
  for (const game of [['--game', 'trails'], []]) {
    const { status, stderr } = await runHere(['check', './Mine.py', ...game], folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      game.length > 0 ? /^ludus: \.\/Mine\.py is longer than 64 MiB\n$/ : /cannot tell which game/,
    );
  }
});
