import { type DuskBoard, type DuskMove, type DuskState, dusk } from '@ludus/game/conformance/dusk.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { expect, test } from 'vitest';
import { Observer } from './observer.ts';
import type { Simulator } from './simulator.ts';
import { VectorEnv } from './vector.ts';

const WORDS = ['LEFT', 'STAY', 'RIGHT', 'NOTHING'];
/** Dusk without planes: it has no grid. The mask and the table say all that is in the state that they are given. */
const simulator: Simulator<DuskBoard, DuskState, DuskMove> = {
  actionNames: WORDS,
  noAction: 3,
  units: ({ players }) => players,
  rounds: ({ rounds }) => rounds,
  settings: ({ cells }) => ({ cells }),
  ask(actions, from, moves) {
    for (const [seat, move] of moves.entries()) move.step = actions[from + seat] === 3 ? 9 : actions[from + seat] - 1;
  },
  writeMask(state, out, at) {
    for (let seat = 0; seat < state.cells.length; seat++)
      for (const [action] of WORDS.entries())
        out[at + 4 * seat + action] = action === 3 || state.dice[seat] > action ? 1 : 0;
  },
  scores: (state, into, at) => into.set(state.scores, at),
  reseed: (state, seed) => state.chance.seed(seed),
  planes: [],
  planeMost: 1,
  shape: () => [0, 0],
  writePlanes() {},
  tables: [
    {
      name: 'players',
      fields: ['cell', 'die'],
      most: ({ players }) => players,
      counted: false,
      write({ cells, dice }, _seat, most, out, at) {
        for (let seat = 0; seat < most; seat++) out.set([cells[seat], dice[seat]], at + 2 * seat);
        return most;
      },
    },
  ],
};

const BOARD = { players: 3, cells: 9, sight: 1, rounds: 40 };

test('an observation of one seat is the same whatever the others hold, and has nothing of theirs in its mask', () => {
  const env = new VectorEnv(dusk, simulator, BOARD, 2);
  const observer = new Observer(env, 2, { seats: [1], observe: ['players', 'mask'], all: false });
  const random = new Lehmer(7);
  let changed = 0;
  for (let round = 0; round < 30; round++) {
    env.step(Uint8Array.from({ length: 6 }, () => random.range(0, 3)));
    observer.observe(env);
    const before = Buffer.concat(observer.pieces);
    const hashes = env.states.map((state) => dusk.hash(state));
    for (const state of env.states) dusk.redeal!(state, 1, random);
    if (env.states.some((state, match) => dusk.hash(state) !== hashes[match])) changed++;
    observer.observe(env);
    expect(Buffer.compare(before, Buffer.concat(observer.pieces))).toBe(0);
    const { data } = observer.parts.find(({ name }) => name === 'mask')!;
    for (const seat of [0, 2]) expect([...data.subarray(4 * seat, 4 * seat + 4)]).toEqual([0, 0, 0, 1]);
  }
  expect(changed).toBeGreaterThan(20);
});

test('only who acts is asked, and episodes are replays that can be verified', () => {
  const env = new VectorEnv(dusk, simulator, BOARD, 1, { record: true });
  const random = new Lehmer(3);
  while (env.dones[0] === 0) env.step(Uint8Array.from({ length: 3 }, () => random.range(0, 3)));
  const replay = env.replayOf(0)!;
  expect(verifyReplay(replay, [dusk])).toMatchObject({ kind: 'ok', rounds: 40 });
  expect(replay.match(/^\d+:.*/gm)!.every((line, at) => line.split('=').length === (at === 0 ? 1 : 2))).toBe(true);
});
