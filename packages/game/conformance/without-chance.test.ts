import { expect, onTestFinished, test } from 'vitest';
import { ImpurityError, withoutChance } from './without-chance.ts';

test('a class that extends Date works, unless it reads the clock', () => {
  const made = withoutChance(() => {
    class Day extends Date {}
    expect(() => new Day()).toThrow(ImpurityError);
    return [new Day(5) instanceof Day, new Day(5).getTime()];
  });
  expect(made).toEqual([true, 5]);
});

test('all other functions are as before, even if the rules freeze the owner of one of them', () => {
  const { performance } = globalThis;
  const { random } = Math;
  const { randomUUID } = crypto;
  globalThis.performance = { now: () => 1 } as Performance;
  onTestFinished(() => {
    globalThis.performance = performance;
  });
  const run = () =>
    withoutChance(() => {
      Object.freeze(globalThis.performance);
      throw new Error('rules');
    });
  expect(run).toThrow('rules');
  expect(run).toThrow('the object that has now is frozen');
  expect([Math.random, crypto.randomUUID]).toEqual([random, randomUUID]);
});
