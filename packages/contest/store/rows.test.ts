import { expect, test } from 'vitest';
import type { Language, SeatInput } from '../words.ts';
import { withSeconds } from './rows.ts';

test('a planned seat has its own seconds of fuel only if its language’s factor changes the match’s seconds', () => {
  const module = (version: number): SeatInput => ({ kind: 'module', module: 'a'.repeat(64), version, team: 1 });
  const languages = new Map<number, Language>([
    [1, 'python'],
    [2, 'cpp'],
    [3, 'rust'],
  ]);
  const planned = (seated: SeatInput) =>
    withSeconds(seated, { seconds: 0.1, factors: { python: 40, rust: 1 } }, languages);
  expect(planned(module(1))).toEqual({ ...module(1), seconds: 4 });
  // No factor, a factor of 1, an unknown submission, and a bot whose fuel isn't counted.
  const others: SeatInput[] = [module(2), module(3), module(4), { kind: 'builtin', name: 'Weak' }];
  expect(others.map(planned)).toEqual(others);
});
