import { expect, test } from 'vitest';
import { duration, moment } from './messages.ts';

test('moment includes the year only if it isn’t the current year', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  expect(moment('2027-11-22T14:05:00Z', now)).not.toContain('2027');
  expect(moment('2028-11-22T14:05:00Z', now)).toContain('2028');
});

test('duration uses seconds for a short time, and larger units for a longer time', () => {
  expect([0, 1.2, 119, 180, 3 * 3600].map(duration)).toEqual([
    '1 second',
    '2 seconds',
    '119 seconds',
    '3 minutes',
    '3 hours',
  ]);
});
