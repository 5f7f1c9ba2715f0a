import { expect, test } from 'vitest';
import { nextOpponent } from './next-opponent.ts';
import type { PlayerOrder } from './order.ts';

const OPPONENTS = ['Null', 'Gnat', 'Moth'];
const builtin = (name: string): PlayerOrder => ({ kind: 'builtin', name });
const mine: PlayerOrder = { kind: 'own', name: 'Mine', source: '' };
const next = (players: readonly PlayerOrder[], scores: readonly number[]) =>
  nextOpponent({ players }, OPPONENTS, scores);

test('the winner meets the opponent above the strongest that it has beaten, in the seats of all built-in ones', () => {
  expect(next([builtin('Null'), mine], [3, 9])).toEqual({ name: 'Gnat', players: [builtin('Gnat'), mine] });
  expect(next([mine, builtin('Gnat'), builtin('Null')], [9, 3, 1])?.players).toEqual([
    mine,
    builtin('Moth'),
    builtin('Moth'),
  ]);
});

test('no opponent follows a defeat, a draw, the strongest one, or a match of built-in bots alone', () => {
  expect(next([builtin('Null'), mine], [9, 3])).toBeUndefined();
  expect(next([builtin('Null'), mine], [9, 9])).toBeUndefined();
  expect(next([builtin('Moth'), mine], [3, 9])).toBeUndefined();
  expect(next([builtin('Lynx'), mine], [3, 9])).toBeUndefined();
  expect(next([builtin('Null'), builtin('Gnat')], [3, 9])).toBeUndefined();
});
