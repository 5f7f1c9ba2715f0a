import { expect, test } from 'vitest';
import { delayAfter, Guesses } from './guesses.ts';

test('the first wrong passwords are free, then one waits longer and longer, but never for ever', () => {
  const delays = Array.from({ length: 20 }, (_, failures) => delayAfter(failures));
  expect(delays.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(delays.slice(5, 8)).toEqual([15, 30, 60]);
  expect(Math.max(...delays)).toBe(120);
});

const HERE = { address: '192.0.2.1' };
const THERE = { address: '192.0.2.2' };

test('who guesses waits, and nobody elsewhere does', () => {
  let now = 1_000_000;
  const guesses = new Guesses(() => now);
  for (let i = 0; i < 5; i++) expect(guesses.begin('ada', HERE)).toBeUndefined();
  expect(guesses.begin('ada', HERE)).toEqual(new Date(now + 15_000));
  // Asking too soon makes it no longer.
  expect(guesses.begin('ada', HERE)).toEqual(new Date(now + 15_000));
  expect(guesses.begin('ada', THERE)).toBeUndefined();
  expect(guesses.begin('bob', HERE)).toBeUndefined();
  expect(guesses.begin('ada', { device: 'known' })).toBeUndefined();
  now += 15_000;
  expect(guesses.begin('ada', HERE)).toBeUndefined();
  expect(guesses.begin('ada', HERE)).toEqual(new Date(now + 30_000));
  now += 30_000;
  guesses.begin('ada', HERE);
  guesses.right('ada', HERE);
  expect(guesses.begin('ada', HERE)).toBeUndefined();
});

test('one account is not guessed from a thousand addresses at once; a browser that knows it is let in', () => {
  let now = 1_000_000;
  const guesses = new Guesses(() => now);
  const tried = Array.from({ length: 1000 }, (_, i) => guesses.begin('ada', { address: `10.0.${i >> 8}.${i % 256}` }));
  expect(tried.filter((wait) => wait === undefined)).toHaveLength(100);
  expect(guesses.heldUntil('ada')).toEqual(new Date(now + 10_000));
  expect(guesses.begin('ada', { device: 'known' })).toBeUndefined();
  expect(guesses.begin('bob', HERE)).toBeUndefined();
  now += 10_000;
  expect(guesses.heldUntil('ada')).toBeUndefined();
  expect(guesses.begin('ada', HERE)).toBeUndefined();
  expect(guesses.begin('ada', THERE)).toBeDefined();
});

test('the addresses of one household of version 6 are one', () => {
  const guesses = new Guesses(() => 0);
  const same = ['2001:db8:0:1::1', '2001:db8::1:0:0:0:2', '2001:db8:0:1:a:b:c:d', '2001:db8:0:1::3', '2001:db8:0:1::4'];
  for (const address of same) expect(guesses.begin('ada', { address })).toBeUndefined();
  expect(guesses.begin('ada', { address: '2001:db8:0:1::5' })).toBeDefined();
  expect(guesses.begin('ada', { address: '2001:db8:0:2::5' })).toBeUndefined();
  for (let i = 0; i < 5; i++) guesses.begin('bob', { address: '::ffff:192.0.2.1' });
  expect(guesses.begin('bob', HERE)).toBeDefined();
});
