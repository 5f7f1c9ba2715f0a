import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { expect, test } from 'vitest';
import { type ToyState, toyGame, toySimulator } from './testing/toy.ts';
import { VectorEnv, type VectorOptions } from './vector.ts';

const makeEnv = (size: number, options?: VectorOptions) =>
  new VectorEnv<null, ToyState, number[]>(toyGame, toySimulator, null, size, options);

/** Programs in the second seat that choose one point per unit after a delay, and a log of all calls to them. */
function programs(size: number, play?: (state: ToyState) => Promise<void>) {
  const said: string[] = [];
  const heard: string[] = [];
  const program = {
    name: 'Late',
    async open(): Promise<AnyRunner> {
      said.push('open');
      return {
        name: 'Late',
        start: async (_board, _state, { names }) => void said.push(`start ${names.join(' ')}`),
        async play(state: ToyState, move: number[]) {
          await Promise.resolve();
          move.fill(1);
          await play?.(state);
        },
        observeMoves: (asked) => void heard.push(JSON.stringify(asked)),
        close: async () => void said.push('close'),
      };
    },
  };
  return { env: makeEnv(size, { players: [undefined, program] }), said, heard };
}

test('each match waits for its own programs, whose moves have the same effect as actions', async () => {
  const { env, said, heard } = programs(2);
  const plain = makeEnv(2);
  for (const each of [env, plain]) each.reset(4);
  const asked = Uint8Array.of(1, 0, 2, 2, 0, 2, 2, 2);
  const same = Uint8Array.of(1, 0, 1, 1, 0, 2, 1, 1);
  while (env.dones.includes(0)) {
    await env.stepWaiting(asked);
    plain.step(same);
    expect(env.states).toEqual(plain.states);
  }
  expect(heard.slice(0, 2)).toEqual(['[[1,0],[1,1]]', '[[0,2],[1,1]]']);
  // Each program is opened once, although a reset had already started the previous matches, and closed as soon as its
  // match is over.
  expect([...said].sort()).toEqual(['close', 'close', 'open', 'open', 'start seat0 Late', 'start seat0 Late']);
  env.renew(1);
  await env.stepWaiting(asked);
  expect(said.filter((word) => word === 'open')).toHaveLength(3);
  await env.close();
  expect(said.filter((word) => word === 'close')).toHaveLength(3);
});

test('a step asks no program for a move if actions are rejected or the program’s match restarts', async () => {
  const { env, said, heard } = programs(2);
  await expect(env.stepWaiting(new Uint8Array(8).fill(9))).rejects.toThrow(RangeError);
  expect(said).toEqual([]);
  await env.stepWaiting(new Uint8Array(8), undefined, Uint8Array.of(1, 0));
  expect(heard).toHaveLength(1);
  expect(() => env.step(new Uint8Array(8))).toThrow('stepWaiting');
  await env.close();
});

test('a failed program doesn’t play again until the next match', async () => {
  const { env, said } = programs(1, async ({ round }) => {
    if (round === 2) throw new PlayerFault('crash', 'Late fell over.');
  });
  const points: number[] = [];
  for (let round = 0; round < 4; round++) {
    await env.stepWaiting(new Uint8Array(4));
    points.push(env.rewards[1]);
  }
  expect(points.map((each) => each > 0)).toEqual([true, true, false, false]);
  expect(env.verdictsOf(0)).toEqual([{ seat: 1, name: 'Late', round: 2, fault: 'crash', sentence: 'Late fell over.' }]);
  expect(said).toEqual(['open', 'start seat0 Late', 'close']);
  env.reset(1);
  expect(env.verdictsOf(0)).toEqual([]);
  await env.stepWaiting(new Uint8Array(4));
  expect(env.rewards[1]).toBeGreaterThan(0);
  await env.close();
});

test('closing the env while it waits for a program rejects the step without playing the round', async () => {
  let answer = () => {};
  const { env, said } = programs(1, () => {
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const step = env.stepWaiting(new Uint8Array(4));
  while (said.length < 2) await Promise.resolve();
  await env.close();
  answer();
  await expect(step).rejects.toThrow('closed');
  expect(env.states[0].round).toBe(0);
});
