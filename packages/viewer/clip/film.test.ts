import { expect, test } from 'vitest';
import { lastSeconds } from './film.ts';

test('the last seconds end at the round that is shown, and begin at the start if there are fewer', () => {
  expect(lastSeconds(10, 100, 250)).toEqual({ from: 60, to: 100 });
  expect(lastSeconds(10, 100, 140)).toEqual({ from: 28, to: 100 });
  expect(lastSeconds(10, 12, 250)).toEqual({ from: 0, to: 12 });
});
