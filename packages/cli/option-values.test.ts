import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counted, wholeFrom } from './option-values.ts';

describe('counts', () => {
  test('are the integers from 1 to the maximum, and no other text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 300 }), (count) => {
        const parse = () => wholeFrom(1, 200)(String(count));
        if (count >= 1 && count <= 200) expect(parse()).toBe(count);
        else expect(parse).toThrow('It must be a whole number from 1 to 200.');
      }),
    );
  });

  test.each(['', '0', '1e3', '0x10', ' 7', '7 ', '1.5', '+2', 'Infinity'])('can’t be written as “%s”', (text) => {
    expect(() => counted(text)).toThrow('It must be a whole number, 1 or more.');
    expect(() => wholeFrom(1, 1000)(text)).toThrow('It must be a whole number from 1 to 1000.');
  });

  test('without a maximum are integers that JavaScript doesn’t round', () => {
    expect(counted('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => counted('9007199254740992')).toThrow('It must be at most 9007199254740991.');
  });
});
