import { expect, test } from 'vitest';
import { compareRandom } from './fuel-compare.ts';

// fuel-random.long.test.ts compares 500, `node e2e/fuel-many.ts 20000` more.
test('30 random modules do and use the same in every engine, cold and warm, and do the same without a meter', async () => {
  const { wrong, compared, stopped } = await compareRandom(1, 31);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(20);
  expect(stopped).toBeLessThan(8);
}, 600_000);
