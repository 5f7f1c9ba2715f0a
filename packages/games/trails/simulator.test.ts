import { VectorEnv } from '@ludus/env/vector.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { readBoard } from './rules/board.ts';
import { trails } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';
import { trailsSimulator as simulator } from './simulator.ts';

const [UP, RIGHT, DOWN, , AHEAD] = [0, 1, 2, 3, 4];
const read = readBoard(`trails board 1 rounds 9 bonus 60 trails stay players 3 a right b left c up rows 4 columns 6
  .#....
  .a..b.
  ......
  ..c...`);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;

test('the Trails simulator rewards a player with 1 for each round that the player survives, and with the bonus at the end', () => {
  const env = new VectorEnv(trails, simulator, board, 1);
  env.reset(1);
  expect(env.units).toBe(3);
  env.step(Uint8Array.of(UP, AHEAD, AHEAD));
  expect([...env.rewards, ...env.dones]).toEqual([0, 1, 1, 0]);
  env.step(Uint8Array.of(RIGHT, RIGHT, AHEAD));
  expect([...env.rewards, ...env.dones]).toEqual([0, 0, 61, 1]);
});

test('the Trails mask lets living players move in any direction, and allows no moves after the end', () => {
  const state = trails.start(board, 1);
  const mask = () => {
    const out = new Uint8Array(2 + 3 * 5).fill(9);
    simulator.writeMask(state, out, 2);
    return Array.from(out).join('');
  };
  expect(mask()).toBe(`99${'11111'.repeat(3)}`);
  trails.advance(state, [{ direction: UP }, { direction: -1 }, { direction: -1 }]);
  expect(mask()).toBe(`9900001${'11111'.repeat(2)}`);
  trails.advance(state, [{ direction: UP }, { direction: RIGHT }, { direction: -1 }]);
  expect(mask()).toBe(`99${'00001'.repeat(3)}`);
});

test('Trails planes and tables show the observing seat as player 0', () => {
  const state = trails.start(board, 1);
  trails.advance(state, [{ direction: UP }, { direction: DOWN }, { direction: -1 }]);
  const out = new Uint8Array(simulator.planes.length * 24 + 1).fill(7);
  simulator.writePlanes(state, 1, 6, out, 1);
  const seen = Object.fromEntries(
    simulator.planes.map((name, n) => [
      name,
      [...out.subarray(1 + 24 * n, 25 + 24 * n).entries()].flatMap(([cell, on]) => (on ? [cell] : [])),
    ]),
  );
  expect(seen).toEqual({
    walls: [1],
    trail_0: [10, 16],
    trail_1: [14, 20],
    trail_2: [7],
    trail_3: [],
    head_0: [16],
    head_1: [14],
    head_2: [],
    head_3: [],
  });
  expect(out[0]).toBe(7);
  const lines = new Int32Array(16).fill(-7);
  expect(simulator.tables[0].write(state, 1, 3, lines, 0)).toBe(3);
  expect(Array.from(lines)).toEqual([0, 2, 4, DOWN, 1, 1, 2, 2, UP, 1, 2, 1, 1, UP, 0, -7]);
});

test('Trails actions convert to moves', () => {
  const moves = [trails.newMove(), trails.newMove(), trails.newMove()];
  simulator.ask(Uint8Array.of(9, 9, 0, 3, 4), 2, moves, trails.start(board, 1));
  expect(moves.map(({ direction }) => direction)).toEqual([0, 3, -1]);
  simulator.ask(Uint8Array.of(255, 1, 2), 0, moves, trails.start(board, 1));
  expect(moves.map(({ direction }) => direction)).toEqual([-1, 1, 2]);
});

test.each([2, 3, 4])(
  'with %i players, the Trails simulator’s scores don’t decrease, and finally equal the outcome’s scores',
  (players) => {
    const random = new Lehmer(players);
    for (let seed = 1; seed <= 20; seed++) {
      const state = trails.start(generateBoard(seed, players), seed);
      const into = new Int32Array(players);
      const moves = state.board.starts.map(() => trails.newMove());
      while (!trails.isOver(state)) {
        const before = into.slice();
        simulator.ask(
          Uint8Array.from(moves, () => random.range(0, 4)),
          0,
          moves,
          state,
        );
        trails.advance(state, moves);
        simulator.scores(state, into, 0);
        expect(into.every((score, seat) => score >= before[seat])).toBe(true);
      }
      expect(Array.from(into)).toEqual(trails.outcome(state).scores);
    }
  },
);
