import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

test('a quick check ends after the first whole match', async () => {
  const { stdout } = await runHere(['check', 'Moth', '--game', 'trails', '--quick'], tmpdir());
  expect(stdout.split('\n')).toEqual([
    'Moth in Trails',
    expect.stringMatching(/^ 1\. .*starts and answers/),
    expect.stringMatching(/^ 2\. .*plays a whole match/),
    'All steps passed.',
    '',
  ]);
});
