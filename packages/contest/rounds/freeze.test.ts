import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256OfText } from './chance.ts';
import { type Candidate, type FreezeRule, freeze, inOrder } from './freeze.ts';
import { madeEntrants } from './testing/made.ts';

const DAY = 86_400_000;
const rule: FreezeRule = { deadline: 1000, extensions: new Map([[2, 2000]]), late: 'only without' };
const hash = sha256OfText('');
const sent = (submission: number, entrant: number, received: number, state: Candidate['state'] = 'in'): Candidate => ({
  entrant,
  submission,
  received,
  state,
  source: hash,
  ...(state === 'in' && { module: hash }),
});
const pinned = (candidates: Candidate[], more: Partial<FreezeRule> = {}) => {
  const frozen = freeze(candidates, { ...rule, ...more });
  if (frozen.kind === 'waiting') return frozen.submissions;
  return Object.fromEntries(
    frozen.entrants.map(({ entrant, submission, daysLate }) => [entrant, [submission, daysLate]]),
  );
};

test('a freeze uses the last accepted submission up to the deadline, to the millisecond', () => {
  expect(pinned([sent(1, 1, 900), sent(2, 1, 1000), sent(3, 1, 1001)])).toEqual({ 1: [2, 0] });
  expect(pinned([sent(1, 1, 900), sent(2, 1, 950, 'rejected')])).toEqual({ 1: [1, 0] });
  expect(pinned([sent(1, 1, 900), sent(2, 1, 950, 'taken back')])).toEqual({ 1: [1, 0] });
});

test('a freeze records a submission’s language if the submission has one', () => {
  const frozen = freeze([{ ...sent(1, 1, 900), language: 'python' }, sent(2, 3, 900)], rule);
  expect(frozen.kind === 'frozen' && frozen.entrants.map(({ language }) => language)).toEqual(['python', undefined]);
});

test('an extension applies only to its entrant', () => {
  expect(pinned([sent(1, 1, 900), sent(2, 2, 900), sent(3, 1, 1500), sent(4, 2, 1500)])).toEqual({
    1: [1, 0],
    2: [4, 0],
  });
});

test('a freeze waits only for checks that can still change the frozen submissions', () => {
  expect(pinned([sent(1, 1, 800, 'under way'), sent(2, 1, 900), sent(3, 1, 950, 'under way')])).toEqual([3]);
  expect(pinned([sent(1, 1, 800, 'under way'), sent(2, 1, 900)])).toEqual({ 1: [2, 0] });
  expect(pinned([sent(1, 1, 800, 'under way'), sent(2, 1, 1200, 'under way')])).toEqual([1]);
});

test('late submissions count if the terms accept them, and part of a day counts as a whole late day', () => {
  const late = { lateUntil: 1000 + 3 * DAY };
  expect(pinned([sent(1, 1, 1001)])).toEqual({});
  expect(pinned([sent(1, 1, 1001)], late)).toEqual({ 1: [1, 1] });
  expect(pinned([sent(1, 1, 1000 + DAY), sent(2, 2, 2001 + DAY)], late)).toEqual({ 1: [1, 1], 2: [2, 2] });
  expect(pinned([sent(1, 1, 900), sent(2, 1, 1001)], late)).toEqual({ 1: [1, 0] });
  expect(pinned([sent(1, 1, 900), sent(2, 1, 1001)], { ...late, late: 'replaces' })).toEqual({ 1: [2, 1] });
  expect(pinned([sent(1, 1, 900), sent(2, 1, 1001, 'rejected')], { ...late, late: 'replaces' })).toEqual({ 1: [1, 0] });
});

test('a freeze lists entrants without an accepted submission', () => {
  expect(freeze([sent(1, 3, 10, 'rejected'), sent(2, 1, 10)], rule)).toMatchObject({ kind: 'frozen', without: [3] });
});

test('a freeze doesn’t depend on the submissions’ order or on submissions after the deadline', () => {
  const any = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2500), fc.constantFrom('in' as const, 'rejected' as const)),
    { maxLength: 12 },
  );
  void fc.assert(
    fc.property(any, fc.nat(), (list, shift) => {
      const inOrderOfTime = [...list]
        .sort((a, b) => a[1] - b[1])
        .map(([entrant, at, state], i) => sent(i + 1, entrant, at, state));
      const turned = inOrderOfTime.map((_, i) => inOrderOfTime[(i + shift) % inOrderOfTime.length]);
      expect(pinned(turned)).toEqual(pinned(inOrderOfTime));
      expect(pinned([...turned, sent(99, 1, 2001), sent(100, 2, 2001)])).toEqual(pinned(inOrderOfTime));
    }),
  );
});

test('inOrder sorts entrants by a list, and puts entrants that aren’t in the list last', () => {
  expect(inOrder(madeEntrants(4), [3, 1]).map(({ entrant }) => entrant)).toEqual([3, 1, 2, 4]);
});
