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

test('readAnswerAt throws no exception for random addresses and numbers', () => {
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
  ['the generator state 0', [0, 0]],
  ['the generator state 2147483647', [2147483647, 0]],
  ['missing words', [1, 2, 5, 0, 0]],
  ['an extra word', [1, 1, 5, 0, 0, 0]],
  ['an item that the game doesn’t accept', [1, 1, -1, 0, 0]],
  ['no words', []],
])('an answer with %s is rejected', (_, words) => {
  expect(readAnswer(image, words, [])).toBeUndefined();
});
