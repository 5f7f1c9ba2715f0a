import { expect, test } from 'vitest';
import { KEYS, labelsOf } from './keys.ts';

test('no key has two functions, and the help sheet names special keys', () => {
  const keys = KEYS.flatMap((binding) => binding.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const labels = KEYS.flatMap(labelsOf);
  expect(labels).toEqual(expect.arrayContaining(['Space', 'K', '←', 'Page Down', '1 … 9', '−', 'Esc', '?']));
});
