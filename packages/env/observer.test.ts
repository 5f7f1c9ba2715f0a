import { expect, test } from 'vitest';
import { Expander } from './expand.ts';
import { Observer, observables } from './observer.ts';
import { MAX_COINS, type ToyState, toyGame, toySimulator } from './testing/toy.ts';
import { VectorEnv } from './vector.ts';

const makeEnv = (size: number) => new VectorEnv<null, ToyState, number[]>(toyGame, toySimulator, null, size);
const EVERYTHING = { seats: [1, 0], observe: observables(toySimulator), all: false };

const part = (observer: Observer, name: string) => [...observer.parts.find((each) => each.name === name)!.data];

test('the parts of an observation are consecutive and fill the block', () => {
  const { parts, pieces } = new Observer(makeEnv(3), 3, EVERYTHING);
  expect(parts.map(({ name, shape }) => `${name} ${shape.join('×')}`)).toEqual([
    'rewards 3×2',
    'scores 3×2',
    'rounds 3',
    'units 3×2×4×2',
    'coins 3×2×6×1',
    'coins_count 3×2',
    'hashes 3',
    'dones 3',
    'mask 3×4×3',
    'actors 3×2',
    'planes 3×2×2×1×2',
  ]);
  let at = 0;
  for (const { data } of parts) {
    expect(data.byteOffset).toBe(at);
    at += data.byteLength;
  }
  expect(pieces.map(({ length }) => length)).toEqual([at]);
});

test('each observing seat sees itself first, and entries from the previous observation are cleared', () => {
  const env = makeEnv(2);
  const observer = new Observer(env, 2, EVERYTHING);
  env.reset(1);
  env.step([0, 0, 2, 1, 2, 2, 2, 2]);
  observer.observe(env);
  expect(part(observer, 'units').slice(0, 16)).toEqual([0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0]);
  expect(part(observer, 'planes').slice(0, 8)).toEqual([1, 0, 0, 0, 0, 0, 1, 0]);
  expect(part(observer, 'mask').slice(0, 12)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1]);
  expect(part(observer, 'rounds')).toEqual([1, 1]);
  expect(part(observer, 'hashes')).toEqual(env.states.map((state) => toyGame.hash(state)));
  expect(part(observer, 'rewards')).toEqual([...env.rewards]);
  const [count] = part(observer, 'coins_count');
  expect(count).toBe(env.states[0].coins);
  expect(env.states[1].coins).toBeGreaterThan(MAX_COINS);
  expect(part(observer, 'coins').slice(12, 18)).toEqual([1, 2, 3, 4, 5, 6]);
  env.step(new Uint8Array(8));
  observer.observe(env);
  expect(part(observer, 'coins')).toEqual(new Array(24).fill(0));
  expect(part(observer, 'coins_count')).toEqual([0, 0, 0, 0]);
});

test('an observer returns only rewards, scores, rounds, and dones if no parts are requested', () => {
  const observer = new Observer(makeEnv(1), 1, { seats: [0], observe: [], all: false });
  expect(observer.parts.map(({ name }) => name)).toEqual(['rewards', 'scores', 'rounds', 'dones']);
});

test('plans give the same rewards as steps with the same actions, and don’t change the initial state', () => {
  const env = makeEnv(4);
  env.reset(1);
  env.step(new Uint8Array(16).fill(1));
  const root = env.save(2);
  const before = toyGame.hash(root);
  const plans = Uint8Array.from({ length: 4 * 3 * 4 }, (_, i) => (i * 7 + (i >> 3)) % 3);
  const { rewards, ends } = new Expander(env, { ...EVERYTHING, seats: [0] }).expand(root, plans, { depth: 3 });
  expect(toyGame.hash(root)).toBe(before);
  for (let match = 0; match < 4; match++) env.restore(match, root);
  const sums = new Int32Array(8);
  for (let round = 0; round < 3; round++) {
    env.step(Uint8Array.from({ length: 16 }, (_, i) => plans[(i >> 2) * 12 + round * 4 + (i & 3)]));
    for (let i = 0; i < 8; i++) {
      expect(rewards[(i >> 1) * 6 + round * 2 + (i & 1)]).toBe(env.rewards[i]);
      sums[i] += env.rewards[i];
    }
  }
  expect(part(ends, 'hashes')).toEqual(env.states.map((state) => toyGame.hash(state)));
  expect(part(ends, 'rewards')).toEqual([...sums]);
  expect(part(ends, 'scores')).toEqual([...env.scores]);
});

test('a plan stops at the end of the match, and each plan can have its own chance outcomes', () => {
  const env = makeEnv(1);
  env.reset(1);
  const expander = new Expander(env, { seats: [0], observe: ['hashes'], all: false });
  const plans = new Uint8Array(5 * 12 * 4).fill(1);
  const kept: ToyState[] = [];
  const keep = (_: number, state: unknown) => kept.push(toyGame.clone(state));
  const { rewards, ends } = expander.expand(env.states[0], plans, { depth: 12, seed: 5, keep });
  expect(part(ends, 'dones')).toEqual([1, 1, 1, 1, 1]);
  expect(part(ends, 'rounds')).toEqual([10, 10, 10, 10, 10]);
  expect([...rewards.subarray(20, 24)]).toEqual([0, 0, 0, 0]);
  expect(part(ends, 'hashes')).toEqual(kept.map((state) => toyGame.hash(state)));
  expect(new Set(part(ends, 'hashes')).size).toBe(5);
  const [same] = [expander.expand(env.states[0], plans, { depth: 12 })];
  expect(new Set(part(same.ends, 'hashes')).size).toBe(1);
});

test('invalid plans are rejected', () => {
  const env = makeEnv(1);
  const expander = new Expander(env, { seats: [0], observe: [], all: false });
  const expand = (plans: Uint8Array, depth: number) => () => expander.expand(env.states[0], plans, { depth });
  expect(expand(new Uint8Array(7), 1)).toThrow(
    'the number of actions must be a multiple of depth × units (1 × 4), not 7',
  );
  expect(expand(new Uint8Array(0), 1)).toThrow('not 0');
  expect(expand(new Uint8Array(8), 0)).toThrow('a depth must be a whole number above 0, not 0');
  expect(expand(Uint8Array.of(0, 0, 0, 0, 0, 3, 0, 0), 1)).toThrow('plan 1: 3 isn’t an action: choose 0 to 2');
});
