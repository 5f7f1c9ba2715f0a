import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { combined, markOf } from './marks.ts';
import { type MarkRule, markRule } from './rule.ts';

const plain: MarkRule = {
  source: { kind: 'places', marks: [10, 9, 8], rest: 5 },
  late: { aDay: 0, most: 0 },
  step: 0.01,
  rounding: 'nearest',
  least: 0,
  most: 10,
};
const placing = (place: number, points = 0, daysLate = 0) => ({ place, points, daysLate });

test('marks by place come from a list, and places beyond the end of the list get a fixed mark', () => {
  expect([1, 2, 3, 4, 60].map((place) => markOf(plain, placing(place), 60))).toEqual([10, 9, 8, 5, 5]);
});

test('marks are spread evenly from the first place to the last', () => {
  const rule: MarkRule = { ...plain, source: { kind: 'evenly', first: 10, last: 5 } };
  expect([1, 2, 3].map((place) => markOf(rule, placing(place), 3))).toEqual([10, 7.5, 5]);
  expect(markOf(rule, placing(2), 4)).toBe(8.33);
  expect(markOf(rule, placing(1), 1)).toBe(10);
});

test('points between two knots get a linearly interpolated mark', () => {
  const rule: MarkRule = {
    ...plain,
    source: {
      kind: 'points',
      knots: [
        [0.25, 5],
        [0.5, 7],
        [1, 10],
      ],
    },
  };
  const marks = [0, 0.25, 0.3, 0.5, 0.75, 1, 7].map((points) => markOf(rule, placing(1, points), 9));
  expect(marks).toEqual([5, 5, 5.4, 7, 8.5, 10, 10]);
});

test('marks by share of the ranking are based on all entrants', () => {
  const steps = [
    { percent: 10, mark: 10 },
    { percent: 50, mark: 8 },
  ];
  const rule: MarkRule = { ...plain, source: { kind: 'ranks', steps, rest: 6 } };
  expect([1, 2, 3, 10, 11, 20].map((place) => markOf(rule, placing(place), 20))).toEqual([10, 10, 8, 8, 6, 6]);
  // Of five participants, the best 10% are one, and the best 50% three.
  expect([1, 2, 3, 4, 5].map((place) => markOf(rule, placing(place), 5))).toEqual([10, 8, 8, 6, 6]);
  expect(markOf(rule, placing(1), 1)).toBe(10);
});

test('marks are reduced by late days, kept within their bounds, and rounded exactly', () => {
  const rule: MarkRule = {
    ...plain,
    source: { kind: 'places', marks: [4.35, 4.349, 9.9999], rest: -3 },
    late: { aDay: 0.5, most: 1.25 },
    step: 0.1,
  };
  expect([1, 2, 3, 4].map((place) => markOf(rule, placing(place), 4))).toEqual([4.4, 4.3, 10, 0]);
  expect([0, 1, 2, 3].map((days) => markOf(rule, placing(1, 0, days), 4))).toEqual([4.4, 3.9, 3.4, 3.1]);
  expect(markOf({ ...rule, rounding: 'down' }, placing(1), 4)).toBe(4.3);
  expect(markOf({ ...rule, rounding: 'up' }, placing(2), 4)).toBe(4.4);
  expect(markOf({ ...rule, most: 4.38 }, placing(1), 4)).toBe(4.38);
});

test('combined averages the best marks or takes the last mark of several finals, and uses a fixed mark for absence', () => {
  const best = { take: 'best', count: 2, absent: 0, step: 0.01, rounding: 'nearest' } as const;
  expect(combined(best, [5, 7.5, undefined])).toBe(6.25);
  expect(combined({ ...best, count: 1 }, [5, 7.5, 6])).toBe(7.5);
  expect(combined({ ...best, count: 3 }, [5, 7.5, undefined])).toBe(4.17);
  expect(combined({ ...best, count: 3, absent: null }, [5, 7.5, undefined])).toBe(6.25);
  expect(combined({ ...best, take: 'last' }, [5, 7.5, undefined])).toBe(0);
  expect(combined({ ...best, take: 'last', absent: null }, [5, 7.5, undefined])).toBe(7.5);
  expect(combined({ ...best, absent: null }, [undefined])).toBeUndefined();
});

test('a mark is a multiple of the rule’s step, and a better place never gets a lower mark', () => {
  const figure = fc.integer({ min: 0, max: 100_000 }).map((n) => n / 10_000);
  const step = fc.constantFrom(0.01 as const, 0.05 as const, 0.1 as const, 0.25 as const, 0.5 as const, 1 as const);
  const rounding = fc.constantFrom('nearest' as const, 'down' as const, 'up' as const);
  void fc.assert(
    fc.property(figure, figure, step, rounding, fc.integer({ min: 1, max: 300 }), (a, b, by, how, field) => {
      const source = { kind: 'evenly', first: Math.max(a, b), last: Math.min(a, b) } as const;
      const rule: MarkRule = { ...plain, source, step: by, rounding: how };
      expect(markRule.safeParse(rule).success).toBe(true);
      let before = 10;
      for (let place = 1; place <= field; place += 7) {
        const mark = markOf(rule, placing(place), field);
        expect(Math.abs(mark * 100 - Math.round((mark * 100) / (by * 100)) * by * 100)).toBeLessThan(1e-9);
        expect(mark).toBeLessThanOrEqual(before);
        before = mark;
      }
    }),
  );
});

test('an invalid mark rule is rejected', () => {
  const wrong: unknown[] = [
    { ...plain, least: 11 },
    { ...plain, step: 0.3 },
    { ...plain, source: { kind: 'places', marks: [1.00001], rest: 0 } },
    {
      ...plain,
      source: {
        kind: 'points',
        knots: [
          [1, 5],
          [1, 6],
        ],
      },
    },
    { ...plain, source: { kind: 'ranks', steps: [{ percent: 120, mark: 1 }], rest: 0 } },
    { ...plain, extra: 1 },
  ];
  for (const rule of wrong) expect(markRule.safeParse(rule).success).toBe(false);
});
