import { expect, test } from 'vitest';
import { KEYS, labelsOf } from './keys.ts';

test('the help sheet shows every key that works exactly once', () => {
  const keys = KEYS.flatMap((binding) => binding.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const labels = KEYS.flatMap(labelsOf);
  expect(labels).toEqual(expect.arrayContaining(['Space', 'K', '←', 'Page Down', '1 … 9', '−', 'Esc', '?']));
});
