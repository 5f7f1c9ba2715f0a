import { expect, test } from 'vitest';
import { fieldChanges } from './audit-fields.ts';

test('fieldChanges returns only the changed fields, with their old and new values', () => {
  const before = { title: 'Spring', boards: ['a', 'b'], closes: null, open: true };
  expect(fieldChanges(before, { ...before, boards: ['a'] })).toEqual({ boards: [['a', 'b'], ['a']] });
  expect(fieldChanges(before, { title: 'Autumn', open: false })).toEqual({
    title: ['Spring', 'Autumn'],
    open: [true, false],
  });
  expect(fieldChanges(before, before)).toEqual({});
});

test('fieldChanges treats a missing field as null', () => {
  expect(fieldChanges({}, { factors: undefined, closes: null, teamSize: 3 })).toEqual({ teamSize: [null, 3] });
});

test('fieldChanges leaves out a field’s values if a value is long or an object', () => {
  const names = Array.from({ length: 40 }, (_, index) => `board ${index}`);
  expect(fieldChanges({ boards: ['a'] }, { boards: names })).toEqual({ boards: [] });
  expect(fieldChanges({ qualify: { wins: 1 } }, { qualify: { wins: 2 } })).toEqual({ qualify: [] });
});
