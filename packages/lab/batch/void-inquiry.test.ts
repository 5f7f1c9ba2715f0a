import { expect, test } from 'vitest';
import type { Attempt } from './retry-policy.ts';
import { VoidInquiry } from './void-inquiry.ts';

const met = (seat: number): Attempt => ({
  broken: { seat, round: 2, isVoid: true },
  sentence: 'the engine’s own stack was used up',
});
const died: Attempt = { sentence: 'the worker was killed by SIGKILL' };
const outOf = (policy: ReturnType<VoidInquiry['failed']>) => policy?.out.map(({ seat }) => seat);

test('a void match is played twice more, and then with each player alone, to find the culprit', () => {
  const match = new VoidInquiry([4, 7, 4, 5]);
  expect([match.failed(met(1)), match.failed(died)].map(outOf)).toEqual([[], []]);
  expect(outOf(match.failed(met(1)))).toEqual([1, 2, 3]);
  expect(outOf(match.passed())).toEqual([0, 2, 3]);
  // Player 4 sits in two seats, but is tried in only one of them.
  expect(outOf(match.failed(met(1)))).toEqual([0, 1, 2]);
  expect(match.passed()).toBeUndefined();
  expect(match.culprits).toEqual([7]);
  expect(match.sentence).toBe('the engine’s own stack was used up');
});

test('a player that was active each time its match was void is blamed if each player finishes alone', () => {
  const ended = (attempts: Attempt[]) => {
    const match = new VoidInquiry([3, 9]);
    for (const attempt of attempts) match.failed(attempt);
    while (match.passed());
    return match.culprits;
  };
  expect(ended([met(1), met(1), met(1)])).toEqual([9]);
  expect(ended([met(1), met(0), met(1)])).toEqual([]);
  expect(ended([died, died, died])).toEqual([]);
  expect(ended([died, met(0), met(0)])).toEqual([]);
});
