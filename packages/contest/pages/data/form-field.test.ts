import { expect, test } from 'vitest';
import { partOf } from './form-field.ts';

test('partOf finds the form part that has a field’s name, or a name from the field’s path', () => {
  const parts = new Set(['boards', 'wins', 'title']);
  expect(partOf('boards', parts)).toBe('boards');
  expect(partOf('boards.0', parts)).toBe('boards');
  expect(partOf('qualify.wins', parts)).toBe('wins');
  expect(partOf('format.lives', parts)).toBeUndefined();
  expect(partOf('marks.late.most', new Set(['most', 'late.most']))).toBe('late.most');
  expect(partOf('', parts)).toBeUndefined();
});
