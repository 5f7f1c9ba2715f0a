import { expect, test } from 'vitest';
import { duration, moment } from './messages.ts';

test('a date in a different year includes the year', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  expect(moment('2027-11-22T14:05:00Z', now)).not.toContain('2027');
  expect(moment('2028-11-22T14:05:00Z', now)).toContain('2028');
});

test('a short time is given in seconds, and a longer time in larger units', () => {
  expect([0, 1.2, 119, 180, 3 * 3600].map(duration)).toEqual([
    '1 second',
    '2 seconds',
    '119 seconds',
    '3 minutes',
    '3 hours',
  ]);
});
