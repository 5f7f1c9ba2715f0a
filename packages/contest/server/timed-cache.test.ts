import { expect, test } from 'vitest';
import { TimedCache } from './timed-cache.ts';

test('TimedCache shares one result between parallel requests, and computes the result again after a change or a failure', async () => {
  const cache = new TimedCache(60_000);
  let made = 0;
  const make = async () => ++made;
  expect(await Promise.all([cache.of('a', make), cache.of('a', make), cache.of('b', make)])).toEqual([1, 1, 2]);
  cache.forget();
  expect(await cache.of('a', make)).toBe(3);
  const failing = new TimedCache(60_000);
  await expect(failing.of('x', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await failing.of('x', make)).toBe(4);
});
