import { expect, test } from 'vitest';
import { leadCurves } from './lead-curves.ts';

const viewer = (charts: readonly object[]) =>
  ({ timeline: { value: { view: { charts } } }, analysis: { value: { curves: [[[1, 2]], [[3, 4]]] } } }) as never;

test('leadCurves returns the curves of the chart marked as the lead, or else of the first chart', () => {
  expect(leadCurves(viewer([{ id: 'room' }, { id: 'score', isLead: true }]))).toEqual([[3, 4]]);
  expect(leadCurves(viewer([{ id: 'score' }, { id: 'room' }]))).toEqual([[1, 2]]);
  expect(leadCurves({ timeline: { value: undefined }, analysis: { value: undefined } } as never)).toEqual([]);
});
