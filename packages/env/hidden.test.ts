import { type DuskState, dusk } from '@ludus/game/conformance.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { expect, test } from 'vitest';
import { Observer } from './observer.ts';
import { duskSimulator } from './testing/dusk.ts';
import { VectorEnv } from './vector.ts';

/** Dusk with an action mask that reveals the hidden dice. */
const simulator: typeof duskSimulator = {
  ...duskSimulator,
  writeMask(state, out, at) {
    for (let seat = 0; seat < state.cells.length; seat++)
      for (let action = 0; action < 4; action++)
        out[at + 4 * seat + action] = action === 3 || state.dice[seat] > action ? 1 : 0;
  },
};

const BOARD = { players: 3, cells: 9, sight: 1, rounds: 40 };

test('a seat’s observation and mask don’t depend on information hidden from the seat', () => {
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

test('an episode is a verifiable replay that contains only the moves of acting seats', () => {
  const env = new VectorEnv(dusk, simulator, BOARD, 1, { record: true });
  const random = new Lehmer(3);
  while (env.dones[0] === 0) env.step(Uint8Array.from({ length: 3 }, () => random.range(0, 3)));
  const replay = env.replayOf(0)!;
  expect(verifyReplay(replay, [dusk])).toMatchObject({ kind: 'ok', rounds: 40 });
  expect(replay.match(/^\d+:.*/gm)!.every((line, at) => line.split('=').length === (at === 0 ? 1 : 2))).toBe(true);
});

test('illegal actions of unobserved seats aren’t rejected, because the error would reveal their hands', () => {
  const illegal = { illegal: 'refuse' } as const;
  const nothing = new Uint8Array(3).fill(3);
  for (const seat of [0, 1, 2]) {
    const actions = nothing.with(seat, 2);
    const refuses = (looking: readonly number[]) => {
      const env = new VectorEnv(dusk, { ...simulator, writeMask: onlyNothing }, BOARD, 1, { ...illegal, looking });
      try {
        env.step(actions);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return true;
      }
    };
    expect([seat, refuses([0, 1, 2])]).toEqual([seat, true]);
    expect([seat, refuses([1])]).toEqual([seat, seat === 1]);
  }
});

/** A mask that allows nothing but the empty action. */
function onlyNothing(state: DuskState, out: Uint8Array, at: number): void {
  for (let seat = 0; seat < state.cells.length; seat++) out.set([0, 0, 0, 1], at + 4 * seat);
}
