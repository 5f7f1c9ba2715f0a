import { expect, test } from 'vitest';
import { HOUR_MS, RefusedAttempts } from './attempts.ts';

test('keeps refused attempts for an hour, each entrant’s by itself', () => {
  let now = 0;
  const attempts = new RefusedAttempts(() => now);
  attempts.add(1);
  now = 1000;
  attempts.add(1);
  attempts.add(2);
  expect([attempts.of(1), attempts.of(2), attempts.of(3)]).toEqual([[0, 1000], [1000], []]);
  now = HOUR_MS;
  expect(attempts.of(1)).toEqual([1000]);
});
