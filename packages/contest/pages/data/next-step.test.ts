import { expect, test } from 'vitest';
import type { Submission } from '../../api/submissions.ts';
import { nextStep } from './next-step.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const OPEN = { slug: 'spring', state: 'open', opens: null, closes: null, archived: null, entrants: 3 } as const;
const VISITOR = { role: undefined, entrant: undefined };

test('the next step leads visitors to the page for a class code, and entrants to a first bot', () => {
  expect(nextStep(OPEN, VISITOR, NOW)).toMatchObject({ why: 'step.with-code', to: '/join' });
  expect(nextStep(OPEN, { ...VISITOR, entrant: 'in' }, NOW)).toEqual({ to: '/c/spring/begin', label: 'step.to-begin' });
  expect(nextStep(OPEN, { ...VISITOR, entrant: 'waits' }, NOW)).toMatchObject({ why: 'step.waits' });
});

test('the next step leads entrants to their newest submission, and shows its state', () => {
  const entrant = { ...VISITOR, entrant: 'in' } as const;
  const step = (state: Submission['state']) => nextStep(OPEN, { ...entrant, newest: { number: 7, state } }, NOW);
  for (const state of ['received', 'compiling', 'checking', 'qualifying'] as const)
    expect(step(state)).toEqual({ why: 'step.newest-checked', to: '/c/spring/submissions/7', label: 'step.to-newest' });
  expect(step('rejected').why).toBe('step.newest-rejected');
  expect(step('in').why).toBe('step.newest-in');
});

test('the next step leads assistants to the class code until someone joins, and observers to the entrants', () => {
  const assistant = { ...VISITOR, role: 'assistant' } as const;
  expect(nextStep({ ...OPEN, entrants: 0 }, assistant, NOW).to).toBe('/c/spring/manage');
  expect(nextStep(OPEN, assistant, NOW).to).toBe('/c/spring/entrants');
  // Observers don't see codes.
  expect(nextStep({ ...OPEN, entrants: 0 }, { ...VISITOR, role: 'observer' }, NOW).to).toBe('/c/spring/entrants');
});

test('the next step shows when a contest opens, and leads its owners to the dates', () => {
  const planned = { ...OPEN, opens: '2027-04-01T00:00:00Z' };
  expect(nextStep(planned, VISITOR, NOW)).toMatchObject({ why: 'step.opens', to: '/c/spring/begin' });
  expect(nextStep(planned, { ...VISITOR, role: 'owner' }, NOW).to).toBe('/c/spring/manage/dates');
  const draft = { ...OPEN, state: 'planned' } as const;
  expect(nextStep(draft, VISITOR, NOW).why).toBe('step.someone-opens');
  expect(nextStep(draft, { ...VISITOR, role: 'owner' }, NOW).why).toBe('step.draft');
});

test('the next step leads to the finals once submissions are closed, and away from an archived contest', () => {
  for (const state of ['frozen', 'closed'] as const)
    expect(nextStep({ ...OPEN, state }, VISITOR, NOW)).toMatchObject({ to: '/c/spring/rounds' });
  expect(nextStep({ ...OPEN, closes: '2027-02-01T00:00:00Z' }, VISITOR, NOW).why).toBe('contest.ended-hint');
  expect(nextStep({ ...OPEN, archived: '2027-02-01T00:00:00Z' }, VISITOR, NOW).to).toBe('/');
});
