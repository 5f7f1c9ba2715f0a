import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, judge } from './stop-rule.ts';
import { withinBoards } from './strata.ts';
import { EMPTY_TALLY, meanOf, type Tally, tallyOf, varianceOf } from './tally.ts';

const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const board = fc.array(score, { minLength: 6, maxLength: 60 });
const plan = { elo0: 0, elo1: 10, limit: 5000 };
const repeated = (scores: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => scores).flat();

test('withinBoards weights boards equally in a tally’s mean, and removes differences between boards from the variance', () => {
  fc.assert(
    fc.property(fc.array(board, { minLength: 2, maxLength: 8 }), (lists) => {
      const boards = lists.map(tallyOf);
      const all = tallyOf(lists.flat());
      const within = withinBoards(all, boards);
      expect(within.total).toBe(all.total);
      expect(within.values.toSorted((a, b) => a - b)).toEqual(within.values);
      expect(meanOf(within)).toBeCloseTo(boards.reduce((sum, each) => sum + meanOf(each), 0) / boards.length, 9);
      const left = boards.reduce((sum, each) => sum + each.total * varianceOf(each), 0);
      expect(varianceOf(within)).toBeCloseTo(left / (all.total - boards.length + 1), 9);
    }),
  );
});

test('withinBoards returns a tally unchanged if there is a single board, or if a board has hardly been played', () => {
  const all = tallyOf(repeated([0, 0.5, 1], 20));
  expect(withinBoards(all, [all])).toBe(all);
  expect(withinBoards(all, [all, tallyOf([1, 1, 1, 1, 1])])).toBe(all);
});

test('the order of boards and pairs doesn’t affect a duel’s decision', () => {
  fc.assert(
    fc.property(fc.array(board, { minLength: 2, maxLength: 5 }), (lists) => {
      const all = tallyOf(lists.flat());
      const one = judge(all, plan, lists.map(tallyOf));
      const other = judge(
        all,
        plan,
        lists.toReversed().map((list) => tallyOf(list.toReversed())),
      );
      expect(other.decision).toBe(one.decision);
      expect(other.llr).toBeCloseTo(one.llr, 6);
      expect(other.eloLow).toBeCloseTo(one.eloLow, 6);
    }),
  );
});

test('boards with opposite results widen a duel’s interval less if the duel distinguishes boards', () => {
  const [good, bad] = [tallyOf(repeated([1, 1, 1, 0.5], 25)), tallyOf(repeated([0, 0, 0, 0.5], 25))];
  const all = tallyOf([...repeated([1, 1, 1, 0.5], 25), ...repeated([0, 0, 0, 0.5], 25)]);
  const [within, over] = [judge(all, plan, [good, bad]), judge(all, plan)];
  expect(within.score).toBeCloseTo(0.5, 12);
  expect(over.score).toBeCloseTo(0.5, 12);
  expect(within.eloHigh).toBeLessThan(0.6 * over.eloHigh);
});

test('a duel isn’t decided before every board has been played, because the first boards may favour the new player', () => {
  const boards = (groups: number): Tally[] =>
    Array.from({ length: 14 }, (_, index) => (index < groups ? tallyOf([1]) : EMPTY_TALLY));
  for (let groups = 1; groups < 14; groups++)
    expect(decide(tallyOf(repeated([1], groups)), plan, boards(groups)).decision).toBe('more');
  expect(decide(tallyOf(repeated([1], 14)), plan, boards(14)).decision).toBe('h1');
});
