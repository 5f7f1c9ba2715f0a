import { type ToyState, toyGame } from '@ludus/env/testing.ts';
import { expect, test } from 'vitest';
import type { BoardPlayer } from './check-board.ts';
import { measureFairness } from './fair-boards.ts';

/** Returns a player that chooses 1 in the seat `favoured`, and 0 in all other seats. */
const player = (name: string, favoured: number): BoardPlayer => ({
  name,
  open: () => {
    let seat = 0;
    return {
      name,
      start(_board, _state, { seat: mine }) {
        seat = mine;
      },
      play(_state, move) {
        move.length = 0;
        move.push(1, seat === favoured ? 1 : 0);
      },
    };
  },
});

const outcome = ({ scores }: ToyState) => ({ scores: [...scores], reason: 'rounds' });

function measured(boards: number, favoured: number) {
  const lines = [[player('Ann', favoured), player('Ann', favoured)]];
  const seeds = Array.from({ length: boards }, (_, n) => n * 77);
  const game = { ...toyGame, clearMove: (move: number[]) => move.splice(0), outcome };
  const steps = measureFairness(game as typeof toyGame, new Array(boards).fill(null), lines, seeds);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test('measureFairness reports no unfair seats if no seat has an advantage, and otherwise detects the advantage', () => {
  const fair = measured(40, -1);
  expect(fair.unfair).toEqual([]);
  expect(fair.boards).toBe(40);
  expect(fair.points[0] + fair.points[1]).toBeCloseTo(1);
  const unfair = measured(40, 1);
  expect(unfair.unfair).toEqual([0, 1]);
  expect(unfair.bySeat[1].mean).toBeGreaterThan(0.9);
  expect(unfair.points[1]).toBeGreaterThan(0.6);
});

test('measureFairness lets one bot play all of a side’s seats, and rotates the bots between the sides', () => {
  const seen: (readonly string[])[] = [];
  const line = ['Ann', 'Bob'].map(
    (name): BoardPlayer => ({
      name,
      open: () => ({
        name,
        start(_board, _state, { seat, names }) {
          if (seat === 0) seen.push(names);
        },
        play() {},
      }),
    }),
  );
  const teams = [0, 1, 0, 1];
  const outcome = () => ({ scores: teams.map(() => 0), reason: 'rounds' });
  const game = { ...toyGame, seatsOf: () => teams.length, teamsOf: () => teams, isOver: () => true, outcome };
  const steps = measureFairness(game as typeof toyGame, [null], [line], [1]);
  while (!steps.next().done);
  expect(seen).toEqual([
    ['Ann', 'Bob', 'Ann', 'Bob'],
    ['Bob', 'Ann', 'Bob', 'Ann'],
  ]);
});
