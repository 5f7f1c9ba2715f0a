import { expect, test } from 'vitest';
import { moment } from './messages.ts';

test('an instant of another year has its year', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  expect(moment('2027-11-22T14:05:00Z', now)).not.toContain('2027');
  expect(moment('2028-11-22T14:05:00Z', now)).toContain('2028');
});
