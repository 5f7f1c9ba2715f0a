import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer, readAnswerAt } from './image.ts';

/** An image with items of three numbers, the first of which must not be negative. */
const image = {
  itemWords: 3,
  take(words: ArrayLike<number>, at: number, move: number[][]): boolean {
    if (words[at] < 0) return false;
    move.push([words[at], words[at + 1], words[at + 2]]);
    return true;
  },
};
const GENERATOR = fc.integer({ min: 1, max: 2147483646 });
const ITEM = fc.tuple(fc.nat(), fc.integer(), fc.integer());

test('an answer is read back unchanged at any address', () => {
  fc.assert(
    fc.property(GENERATOR, fc.array(ITEM, { maxLength: 20 }), fc.nat(50), (generator, items, place) => {
      const memory = new Int32Array(place + 2 + 3 * items.length);
      memory.set([generator, items.length, ...items.flat()], place);
      const move: number[][] = [];
      expect(readAnswerAt(image, memory, 4 * place, items.length, move)).toBe(generator);
      expect(move).toEqual(items);
      expect(readAnswer(image, memory.subarray(place), [])).toBe(generator);
      expect(readAnswerAt(image, memory, 4 * place, items.length - 1, [])).toBeUndefined();
      expect(readAnswerAt(image, memory.slice(0, -1), 4 * place, items.length, [])).toBeUndefined();
      expect(readAnswerAt(image, memory, 4 * place + 2, items.length, [])).toBeUndefined();
    }),
  );
});

test('any numbers can be used as address and answer without an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), fc.nat(), (numbers, offset) => {
      const move: number[][] = [];
      const generator = readAnswerAt(image, Int32Array.from(numbers), offset, 1000, move);
      if (generator === undefined) return;
      expect(generator).toBe(numbers[offset / 4]);
      expect(move).toHaveLength(numbers[offset / 4 + 1]);
    }),
  );
});

test.each([
  ['generator 0', [0, 0]],
  ['a generator that is none', [2147483647, 0]],
  ['words that are missing', [1, 2, 5, 0, 0]],
  ['words too many', [1, 1, 5, 0, 0, 0]],
  ['an item that the game does not know', [1, 1, -1, 0, 0]],
  ['nothing', []],
])('%s can’t be read as an answer', (_, words) => {
  expect(readAnswer(image, words, [])).toBeUndefined();
});
