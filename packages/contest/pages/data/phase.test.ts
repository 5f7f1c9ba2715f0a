import { expect, test } from 'vitest';
import { instantOf, phaseOf } from './phase.ts';

const at = Date.parse('2027-03-01T12:00:00Z');
const contest = {
  state: 'open',
  opens: '2027-02-01T00:00:00Z',
  closes: '2027-03-01T12:00:00Z',
  archived: null,
} as const;

test('phaseOf returns “planned” for an open contest before its start, and “ended” after its end', () => {
  expect(phaseOf(contest, Date.parse('2027-01-31T00:00:00Z'))).toBe('planned');
  expect(phaseOf(contest, at - 1)).toBe('open');
  expect(phaseOf(contest, at)).toBe('ended');
  expect(phaseOf({ ...contest, closes: null }, at)).toBe('open');
  expect(phaseOf({ ...contest, state: 'frozen' }, at)).toBe('frozen');
  expect(phaseOf({ ...contest, state: 'closed', archived: '2027-04-01T00:00:00Z' }, at)).toBe('archived');
});

test('instantOf leaves an out-of-range date for the server to reject', () => {
  expect(instantOf('')).toBeNull();
  expect(instantOf('2027-03-01T12:00:00Z')).toBe('2027-03-01T12:00:00.000Z');
  expect(instantOf('275760-12-31T23:59')).toBe('275760-12-31T23:59');
});
