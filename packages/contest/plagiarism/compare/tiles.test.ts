import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonTiles } from './tiles.ts';

const program = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 });

test('tiles cover all long common parts of two sources, and don’t overlap', () => {
  fc.assert(
    fc.property(program, program, fc.integer({ min: 1, max: 6 }), (left, right, least) => {
      const tiles = commonTiles(left, right, least);
      const used = { left: new Set<number>(), right: new Set<number>() };
      for (const tile of tiles) {
        expect(tile.length).toBeGreaterThanOrEqual(least);
        for (let i = 0; i < tile.length; i++) {
          expect(left[tile.left + i]).toBe(right[tile.right + i]);
          expect(used.left.has(tile.left + i) || used.right.has(tile.right + i)).toBe(false);
          used.left.add(tile.left + i);
          used.right.add(tile.right + i);
        }
      }
      // No common run of unused tokens remains.
      for (let i = 0; i + least <= left.length; i++)
        for (let j = 0; j + least <= right.length; j++) {
          const free = Array.from({ length: least }, (_, k) => k).every(
            (k) => left[i + k] === right[j + k] && !used.left.has(i + k) && !used.right.has(j + k),
          );
          expect(free).toBe(false);
        }
    }),
  );
});

test('tiles cover common functions that two sources have in different orders', () => {
  const [a, b, c] = [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9],
    [10, 11, 12, 13, 14, 15],
  ];
  const tiles = commonTiles([...a, ...b, ...c], [...c, ...a, ...b], 3);
  expect(tiles).toEqual([
    { left: 0, right: 6, length: 9 },
    { left: 9, right: 0, length: 6 },
  ]);
});

test('thousands of identical statements don’t hide a copy', () => {
  const filling = new Array<number>(4000).fill(1);
  const stolen = Array.from({ length: 200 }, (_, i) => 2 + (i % 50) * 3 + i);
  const tiles = commonTiles([...filling, ...stolen], [...stolen, ...filling], 7);
  expect(tiles.some(({ left, right, length }) => left <= 4000 && right === 0 && length >= 200)).toBe(true);
});
