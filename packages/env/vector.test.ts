import { expect, test } from 'vitest';
import { matchSeed } from './seeds.ts';
import { TOY_ROUNDS, type ToyState, toyGame, toySimulator } from './testing/toy.ts';
import { VectorEnv, type VectorOptions } from './vector.ts';

const makeEnv = (size: number, options?: VectorOptions) =>
  new VectorEnv<null, ToyState, number[]>(toyGame, toySimulator, null, size, options);

test('rewards are the changes in the scores, and add up to the scores', () => {
  const env = makeEnv(3);
  env.reset(1);
  const sums = new Int32Array(6);
  for (let round = 0; round < TOY_ROUNDS; round++) {
    const before = env.scores.slice();
    env.step(Array.from({ length: 12 }, (_, i) => (i + round) % 3));
    env.rewards.forEach((reward, i) => {
      expect(reward).toBe(env.scores[i] - before[i]);
      sums[i] += reward;
    });
  }
  expect(sums).toEqual(env.scores);
  expect([...env.dones]).toEqual([1, 1, 1]);
  env.step(new Uint8Array(12).fill(1));
  expect([...env.rewards]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(sums).toEqual(env.scores);
});

test('invalid actions are rejected before a round is played', () => {
  const env = makeEnv(2);
  for (const [index, action] of [
    [5, 3],
    [0, 256],
    [7, -1],
    [1, 3.7],
    [2, Number.NaN],
    [3, Number.POSITIVE_INFINITY],
  ] as const) {
    const actions = Array.from({ length: 8 }, (_, i) => (i === index ? action : 1));
    const where = `match ${Math.floor(index / 4)}, unit ${index % 4}: ${action} isn’t an action: choose 0 to 2`;
    expect(() => env.step(actions)).toThrow(new RangeError(where));
  }
  expect(() => env.step(Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 3))).toThrow('match 1, unit 3: 3 isn’t an action');
  expect(() => env.step([1, 1])).toThrow('there must be 2 × 4 actions, not 2');
  expect(env.states.map((state) => state.round)).toEqual([0, 0]);
});

test('an illegal action is ignored by default, and rejected before any move is played if the env is strict', () => {
  const [kind, strict] = [makeEnv(2), makeEnv(2, { illegal: 'refuse' })];
  const twice = [2, 0, 0, 0, 0, 0, 0, 0];
  for (const env of [kind, strict]) env.step(twice);
  expect(() => strict.step(twice)).toThrow('match 0, unit 0: TWO is against the rules now');
  expect(strict.states.map((state) => state.round)).toEqual([1, 1]);
  kind.step(twice);
  expect(kind.rewards[0]).toBe(0);
  strict.step(new Uint8Array(8));
  strict.step(twice);
  for (let round = 3; round < TOY_ROUNDS; round++) strict.step(new Uint8Array(8));
  // Actions in a finished match aren't checked.
  strict.step(twice);
});

test('each match has its own stream of seeds', () => {
  const env = makeEnv(3);
  env.reset(7);
  expect([...env.seeds]).toEqual([0, 1, 2].map((match) => matchSeed(7, match)));
  env.renew(1);
  expect(env.seeds[1]).toBe(matchSeed(7, 1, 1));
  env.renew(1);
  expect(env.seeds[1]).toBe(matchSeed(7, 1, 2));
  env.reset(9, Uint8Array.of(1, 0, 0));
  expect([...env.seeds]).toEqual([matchSeed(9, 0), matchSeed(7, 1, 2), matchSeed(7, 2)]);
  env.resetMatch(2, -5);
  expect(env.seeds[2]).toBe(-5);
  expect(() => env.resetMatch(2, 2 ** 31)).toThrow('signed 32-bit');
  expect(() => env.reset(0.5)).toThrow('a seed must be a whole number, not 0.5');
});

test('a match can be restarted instead of stepped', () => {
  const env = makeEnv(2, { illegal: 'refuse' });
  env.reset(7);
  env.step([2, 2, 2, 2, 2, 2, 2, 2]);
  const seen: number[] = [];
  env.step([2, 2, 2, 2, 0, 0, 0, 0], { look: (_, state) => seen.push((state as ToyState).round) }, Uint8Array.of(1, 0));
  expect(seen).toEqual([0, 2]);
  expect([...env.seeds]).toEqual([matchSeed(7, 0, 1), matchSeed(7, 1)]);
  expect([...env.rewards]).toEqual([0, 0, 0, 0]);
});

test('a restored match plays the same rounds again with the same seed, and different rounds with a different seed', () => {
  const env = makeEnv(1);
  env.reset(3);
  const play = () => {
    for (let round = 0; round < 5; round++) env.step([1, 1, 1, 1]);
    return env.game.hash(env.states[0]);
  };
  const saved = env.save(0);
  const first = play();
  env.restore(0, saved);
  expect(play()).toBe(first);
  env.restore(0, saved, 1);
  expect(play()).not.toBe(first);
});

test('an invalid size is rejected', () => {
  for (const size of [0, -1, 1.5, Number.NaN])
    expect(() => makeEnv(size)).toThrow('size must be a whole number above 0');
});

test('a simulator with more than 65,535 actions is rejected', () => {
  const many = { ...toySimulator, actionNames: Array.from({ length: 65_536 }, (_, n) => `a${n}`) };
  expect(() => new VectorEnv(toyGame, many, null, 1)).toThrow(
    /has 65536 actions, but a simulator can have at most 65535$/,
  );
});
