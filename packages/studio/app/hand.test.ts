import type { Sidecar } from '@ludus/game/replay.ts';
import { expect, test } from 'vitest';
import { placeOf } from '../match/place.ts';
import { gaveUp, marked } from './hand.ts';
import { keyOf, swipeOf } from './hand-input.ts';

test('a seat’s place counts each team once, and teams with the same score share a place', () => {
  expect(placeOf([5, 9, 1, 9], 0, undefined)).toEqual({ place: 3, places: 4, isShared: false, score: 5 });
  expect(placeOf([5, 9, 1, 9], 3, undefined)).toEqual({ place: 1, places: 4, isShared: true, score: 9 });
  expect(placeOf([5, 9, 5, 9], 2, [0, 1, 0, 1])).toEqual({ place: 2, places: 2, isShared: false, score: 5 });
});

test('keyOf returns a letter in lower case, and adds Shift to the name of a shifted arrow key', () => {
  expect(keyOf({ key: 'W', shiftKey: true })).toBe('w');
  expect(keyOf({ key: 'ArrowUp', shiftKey: true })).toBe('Shift+ArrowUp');
  expect(keyOf({ key: 'Tab', shiftKey: false })).toBe('Tab');
});

test('a swipe has the direction of its longer side, and a short swipe is a tap', () => {
  expect([swipeOf(60, 10), swipeOf(-60, 10), swipeOf(5, -70), swipeOf(5, 70), swipeOf(8, 9)]).toEqual([
    'right',
    'left',
    'up',
    'down',
    undefined,
  ]);
});

test('the marks on the board leave out distant cells if there are many choices', () => {
  const cell = (n: number) => ({ id: `to ${n}`, label: '', place: { row: 0, column: n }, isQuiet: true });
  const near = { ...cell(100), keys: ['ArrowUp'] };
  expect(marked([cell(1), near])).toHaveLength(2);
  expect(marked([...Array.from({ length: 60 }, (_, n) => cell(n)), near])).toEqual([near]);
});

test('the result names the round only for a person who gave up', () => {
  const verdict = { round: 2, seat: 1, fault: 'disconnect', sentence: 'Human left the match.' };
  const sidecar = (more: object) => ({ verdicts: [{ ...verdict, ...more }] }) as unknown as Sidecar;
  expect(gaveUp(sidecar({}), 1)).toBe('You gave up in round 3.');
  expect(gaveUp(sidecar({ fault: 'time' }), 1)).toBeUndefined();
  expect([gaveUp(sidecar({}), 0), gaveUp(undefined, 1)]).toEqual([undefined, undefined]);
});
