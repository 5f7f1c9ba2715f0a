import { expect, test } from 'vitest';
import { compareRandom } from './fuel-compare.ts';

// `node e2e/fuel-many.ts 20000` compares more modules.

test('500 random modules have the same results and use the same fuel in every engine, and have the same results without a meter', async () => {
  const { wrong, compared, stopped } = await compareRandom(1, 501);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(350);
  expect(stopped).toBeLessThan(100);
}, 600_000);
