import { VectorEnv } from '@ludus/env/vector.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import type { MobBoard } from './rules/board.ts';
import { angrymob } from './rules/game.ts';
import { illegality } from './rules/rules.ts';
import { mobSimulator } from './simulator.ts';

const ACTIONS = mobSimulator.actionNames.length;

function makeEnv(board: MobBoard) {
  const env = new VectorEnv(angrymob, mobSimulator, board, 1);
  env.reset(1);
  return env;
}

function boardOf(text: string): MobBoard {
  const read = angrymob.readBoard(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

test.each([1, 2, 3])('Angry Mob’s mask allows exactly the legal submoves (board %i)', (seed) => {
  const env = makeEnv(angrymob.generateBoard!(seed));
  const [state] = env.states;
  const mask = new Uint8Array(env.units * ACTIONS);
  const random = new Lehmer(seed);
  const moves = [angrymob.newMove(), angrymob.newMove()];
  for (let round = 0; round < 150; round += 10) {
    mobSimulator.writeMask(state, mask, 0);
    for (const seat of [0, 1]) {
      const army = state.armies[seat];
      for (const cell of army.cells.subarray(0, army.count)) {
        for (let action = 0; action < mobSimulator.noAction; action++) {
          const asked = new Uint8Array(env.units).fill(mobSimulator.noAction);
          const unit = seat * (env.units / 2) + cell;
          asked[unit] = action;
          mobSimulator.ask(asked, 0, moves, state);
          const found = [moves[seat].length, moves[1 - seat].length, illegality(state, seat, moves[seat])];
          const allowed = [mask[unit * ACTIONS + action], 0, undefined];
          // Calling `expect` for a hundred thousand comparisons would take seconds.
          if (found.some((each, n) => each !== allowed[n])) expect({ round, unit, action, found }).toEqual(allowed);
        }
      }
    }
    const empty = [0, 1].flatMap((seat) => Array.from(state.armies[seat].units, (units) => units === 0));
    empty.forEach((isEmpty, unit) => {
      if (isEmpty) expect(mask.subarray(unit * ACTIONS, unit * ACTIONS + ACTIONS - 1)).not.toContain(1);
    });
    for (let i = 0; i < 10; i++) env.step(Uint8Array.from({ length: env.units }, () => random.range(0, 11)));
  }
});

test('the player who conquers the other base is rewarded with 1, and the loser with −1', () => {
  const env = makeEnv(boardOf('3 3\n. . .\nA . B\n. . .\n'));
  const asked = new Uint8Array(env.units).fill(mobSimulator.noAction);
  asked[3] = 0;
  env.step(asked);
  expect([...env.rewards, ...env.dones]).toEqual([0, 0, 0]);
  asked[4] = 8;
  asked[9 + 5] = 1;
  env.step(asked);
  expect([...env.rewards, ...env.dones]).toEqual([1, -1, 1]);
});

test('Angry Mob’s planes and tables are relative to the observing seat', () => {
  const env = makeEnv(boardOf('2 3\nA 300 .\n. 300 B\n'));
  const asked = new Uint8Array(env.units).fill(mobSimulator.noAction);
  asked[6 + 5] = 2;
  env.step(asked);
  const planes = new Uint8Array(6 * 6);
  mobSimulator.writePlanes(env.states[0], 1, 3, planes, 0);
  expect(Array.from({ length: 6 }, (_, plane) => [...planes.subarray(plane * 6, plane * 6 + 6)])).toEqual([
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0],
    [0, 255, 0, 0, 0, 0],
    [0, 0, 0, 0, 255, 0],
    [1, 0, 0, 0, 0, 0],
  ]);
  const [units, neutrals] = mobSimulator.tables;
  const lines = new Int32Array(8);
  expect(units.write(env.states[0], 1, 2, lines, 0)).toBe(2);
  expect([...lines]).toEqual([0, 1, 1, 301, 1, 0, 0, 1]);
  expect(neutrals.write(env.states[0], 1, 2, lines, 0)).toBe(1);
  expect([...lines.subarray(0, 3)]).toEqual([0, 1, 300]);
});
