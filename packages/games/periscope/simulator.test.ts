import { VectorEnv } from '@ludus/env/vector.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { readBoard } from './rules/board.ts';
import { periscope } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';
import { printMove } from './rules/move.ts';
import { periscopeSimulator as simulator } from './simulator.ts';

const read =
  readBoard(`periscope board 1 rounds 9 players 2 submarines 1 sight 2 ping 4 torpedo 5 wrecks 1 rows 4 columns 5
  a.*.b
  ..#..
  .....
  .....`);
if (!read.ok) throw new Error(read.problem.message);
const board = read.value;
const action = (name: string) => simulator.actionNames.indexOf(name);
const NONE = simulator.noAction;

test('the Periscope simulator rewards each step with the points of that step', () => {
  const env = new VectorEnv(periscope, simulator, board, 1);
  env.reset(1);
  env.step(Uint8Array.of(action('MOVE_RIGHT_RIGHT'), NONE));
  expect([...env.rewards, ...env.dones]).toEqual([2, 0, 0]);
  env.step(Uint8Array.of(NONE, action('FIRE_LEFT')));
  expect([...env.rewards, ...env.dones]).toEqual([0, 4, 1]);
});

test('the Periscope mask allows legal orders to the player whose turn it is, and only SILENT to the other player', () => {
  const state = periscope.start(board, 1);
  const out = new Uint8Array(2 * simulator.actionNames.length);
  simulator.writeMask(periscope.observe!(state, 0), out, 0);
  const allowed = simulator.actionNames.filter((_, n) => out[n] === 1);
  expect(allowed).toContain('MOVE_RIGHT_RIGHT');
  expect(allowed).not.toContain('MOVE_UP');
  expect(allowed).not.toContain('MOVE_DOWN_LEFT');
  expect(simulator.actionNames.filter((_, n) => out[simulator.actionNames.length + n] === 1)).toEqual(['SILENT']);
});

test('Periscope actions convert to orders and back', () => {
  const state = periscope.start(board, 1);
  const moves = [periscope.newMove(), periscope.newMove()];
  const mask = new Uint8Array(2 * simulator.actionNames.length);
  simulator.writeMask(state, mask, 0);
  for (let n = 0; n < NONE; n++) {
    simulator.ask(Uint8Array.of(9, n, NONE), 1, moves, state);
    // An order that the mask forbids is omitted.
    const name = simulator.actionNames[mask[n] === 1 ? n : NONE];
    expect(printMove(moves[0]).replace(' 1', '').replaceAll(' ', '_').toUpperCase()).toBe(name);
    const out = new Uint8Array(3).fill(9);
    simulator.actionsOf!(moves, state, out, 1);
    expect([...out]).toEqual([9, mask[n] === 1 ? n : NONE, NONE]);
  }
  simulator.ask(Uint8Array.of(255, NONE), 0, moves, state);
  expect(moves.map(printMove)).toEqual(['silent', 'silent']);
});

test('Periscope planes and tables show the observing seat as player 0', () => {
  const state = periscope.start(board, 1);
  const seen = periscope.observe!(state, 1);
  const out = new Uint8Array(simulator.planes.length * 20);
  simulator.writePlanes(seen, 1, 5, out, 0);
  const marked = Object.fromEntries(
    simulator.planes.map((name, n) => [
      name,
      Array.from({ length: 20 }, (_, cell) => cell).filter((cell) => out[20 * n + cell] > 0),
    ]),
  );
  expect(marked).toMatchObject({ islands: [7], unknown_sites: [], wrecks: [2], submarines_0: [4], submarines_1: [] });
  expect(marked.seen).toEqual([2, 3, 4, 8, 9, 14]);
  const lines = simulator.tables.map(({ fields, most, write }) => {
    const into = new Int32Array(fields.length * most(board, false));
    write(seen, 1, most(board, false), into, 0);
    return [...into];
  });
  expect(lines).toEqual([
    [0, 1, 0, 4, 0, 1, 1, -1, -1, 0],
    [0, 2, 1],
    [0, 0, -1, -1, -1, -1, -1, 0, 1, 0, -1, -1, -1, -1, -1, 0],
  ]);
});

test('the Periscope simulator’s scores equal the outcome’s scores at the end of the match', () => {
  const random = new Lehmer(5);
  for (let seed = 1; seed <= 10; seed++) {
    const state = periscope.start(generateBoard(seed), seed);
    const moves = [periscope.newMove(), periscope.newMove()];
    const into = new Int32Array(2);
    while (!periscope.isOver(state)) {
      const actions = Uint8Array.from({ length: 6 }, () => random.range(0, NONE));
      simulator.ask(actions, 0, moves, state);
      periscope.advance(state, moves);
    }
    simulator.scores(state, into, 0);
    expect([...into]).toEqual(periscope.outcome(state).scores);
  }
});
