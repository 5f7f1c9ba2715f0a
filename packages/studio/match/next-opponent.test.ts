import { expect, test } from 'vitest';
import { nextMatch, nextOpponent } from './next-opponent.ts';
import type { PlayerOrder } from './order.ts';

const OPPONENTS = ['Null', 'Gnat', 'Moth'];
const builtin = (name: string): PlayerOrder => ({ kind: 'builtin', name });
const mine: PlayerOrder = { kind: 'own', name: 'Mine', source: '' };
const person: PlayerOrder = { kind: 'hand', name: 'Human', beatMs: 0, turnMs: 0 };
const order = { game: 'trails', board: '', seed: 1 };
const next = (players: readonly PlayerOrder[], scores: readonly number[]) =>
  nextMatch({ order: { ...order, players }, board: 'one' }, OPPONENTS, scores);

test('the next opponent is directly above the strongest opponent beaten so far', () => {
  expect(nextOpponent(OPPONENTS, [])).toBe('Null');
  expect(nextOpponent(OPPONENTS, ['Gnat', 'Null'])).toBe('Moth');
  expect(nextOpponent(OPPONENTS, ['Moth'])).toBeUndefined();
});

test('a winner’s next opponent ranks above the match’s strongest built-in bot, and takes the seats of all built-in bots', () => {
  expect(next([builtin('Null'), mine], [3, 9])).toEqual({
    name: 'Gnat',
    order: { ...order, players: [builtin('Gnat'), mine] },
    board: 'one',
  });
  expect(next([builtin('Null'), person], [3, 9])).toMatchObject({
    order: { players: [builtin('Gnat'), person] },
  });
  expect(next([mine, builtin('Gnat'), builtin('Null')], [9, 3, 1])?.order.players).toEqual([
    mine,
    builtin('Moth'),
    builtin('Moth'),
  ]);
});

test('a defeat, a draw, the top of the ladder, or a match between built-in bots leads to no next opponent', () => {
  expect(next([builtin('Null'), mine], [9, 3])).toBeUndefined();
  expect(next([builtin('Null'), person], [9, 9])).toBeUndefined();
  expect(next([builtin('Moth'), mine], [3, 9])).toBeUndefined();
  expect(next([builtin('Lynx'), mine], [3, 9])).toBeUndefined();
  expect(next([builtin('Null'), builtin('Gnat')], [3, 9])).toBeUndefined();
});
