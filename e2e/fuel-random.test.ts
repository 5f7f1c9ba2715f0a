import { expect, test } from 'vitest';
import { compareRandom } from './fuel-compare.ts';

// fuel-random.long.test.ts compares 500, `node e2e/fuel-many.ts 20000` more.
test('60 random modules do and use the same in every engine, cold and warm, and do the same without a meter', async () => {
  const { wrong, compared, stopped } = await compareRandom(1, 61);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(40);
  expect(stopped).toBeLessThan(15);
}, 600_000);
