import { expect, test } from 'vitest';
import { markRule } from '../../rounds/marks/rule.ts';
import { markRuleOf, SOURCES, STEPS } from './mark-rule.ts';

const rest = { aDay: '0.5', 'late.most': '2', step: '0.25', rounding: 'down', least: '1', most: '9', rest: '4' };
const values = {
  ...rest,
  marks: '10, 9.5, 9',
  first: '10',
  last: '5',
  knots: '0: 5; 0,5: 7,5; 1: 10',
  steps: '10: 10, 100: 6',
};

test('markRuleOf makes a rule that the server accepts for each source of marks', () => {
  for (const source of SOURCES) {
    const rule = markRuleOf(source, values);
    if (rule !== null) expect(markRule.safeParse(rule), source).toMatchObject({ success: true });
  }
  for (const step of STEPS) expect(markRuleOf('places', { ...values, step: String(step) })).toMatchObject({ step });
});

test('markRuleOf reads a rule from the form’s fields, with decimal points or commas', () => {
  const common = { late: { aDay: 0.5, most: 2 }, step: 0.25, rounding: 'down', least: 1, most: 9 };
  expect(markRuleOf('none', values)).toBeNull();
  expect(markRuleOf('places', values)).toEqual({ ...common, source: { kind: 'places', marks: [10, 9.5, 9], rest: 4 } });
  expect(markRuleOf('evenly', values)).toEqual({ ...common, source: { kind: 'evenly', first: 10, last: 5 } });
  const knots = [
    [0, 5],
    [0.5, 7.5],
    [1, 10],
  ];
  expect(markRuleOf('points', values)).toEqual({ ...common, source: { kind: 'points', knots } });
  const steps = [
    { percent: 10, mark: 10 },
    { percent: 100, mark: 6 },
  ];
  expect(markRuleOf('ranks', values)).toEqual({ ...common, source: { kind: 'ranks', steps, rest: 4 } });
});

test('markRuleOf sets no late penalty if the form has no field for the penalty', () => {
  const { aDay: _, 'late.most': __, ...inTime } = values;
  expect(markRuleOf('evenly', inTime)).toMatchObject({ late: { aDay: 0, most: 0 } });
});

test.each(['10', '10:', ':3', 'ten: 3', '1:2:3'])(
  'the server rejects %j where a mark rule needs a share and a mark',
  (steps) => {
    expect(markRule.safeParse(markRuleOf('ranks', { ...values, steps })).success).toBe(false);
  },
);
