import { type DuskBoard, dusk } from '@ludus/game/conformance.ts';
import { expect, test } from 'vitest';
import { seatNames } from './seat-names.ts';

const board = (more: Partial<DuskBoard> = {}): DuskBoard => ({ players: 4, cells: 9, sight: 0, rounds: 25, ...more });
const TEAMS = board({ teams: 2 });

test('bots named once per team get all seats of their teams, and bots named once per seat get one seat each', () => {
  expect(seatNames(dusk, TEAMS, ['Ann', 'Bob'])).toEqual(['Ann', 'Bob', 'Ann', 'Bob']);
  expect(seatNames(dusk, TEAMS, ['Ann', 'Bob', 'Cyd', 'Dan'])).toEqual(['Ann', 'Bob', 'Cyd', 'Dan']);
  expect(seatNames(dusk, board({ players: 2 }), ['Ann', 'Bob'])).toEqual(['Ann', 'Bob']);
});

test('partners get the teams or seats for which no bot is named', () => {
  expect(seatNames(dusk, TEAMS, [], ['One', 'Two'])).toEqual(['One', 'Two', 'One', 'Two']);
  expect(seatNames(dusk, TEAMS, ['Ann'], ['One', 'Two'])).toEqual(['Ann', 'Two', 'Ann', 'Two']);
  expect(seatNames(dusk, TEAMS, ['Ann', 'Bob', 'Cyd'], ['One', 'Two'])).toEqual(['Ann', 'Bob', 'Cyd', 'Two']);
  expect(seatNames(dusk, board(), ['Ann'], ['One', 'Two'])).toEqual(['Ann', 'Two', 'One', 'Two']);
});

test('the error for an invalid number of bots lists the possible numbers', () => {
  expect(() => seatNames(dusk, TEAMS, ['Ann', 'Bob', 'Cyd'])).toThrow(
    'a match of Dusk on this board needs 4 players, or 2 (one per team), not 3',
  );
  expect(() => seatNames(dusk, TEAMS, Array(5).fill('Ann'), ['One'])).toThrow('needs 4 players, or 2');
  expect(() => seatNames(dusk, board(), ['Ann', 'Bob'])).toThrow('on this board needs 4 players, not 2');
});
