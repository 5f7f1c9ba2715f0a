import { dusk } from '@ludus/game/conformance.ts';
import { expect, test } from 'vitest';
import { ASK_FOR_LUCK, GameTree, OWN_LUCK } from './game-tree.ts';
import { RequestError } from './requests.ts';
import { SavedStates } from './saved-states.ts';
import { duskSimulator } from './testing/dusk.ts';
import { VectorEnv } from './vector.ts';

const BOARD = { players: 2, cells: 9, sight: 1, rounds: 40 };
const [STAY, NOTHING] = [1, 3];

function newTree() {
  const env = new VectorEnv(dusk, duskSimulator, BOARD, 1);
  const saved = new SavedStates(env);
  const tree = new GameTree(env, saved);
  const facts = (handle: number) => {
    const numbers = [...tree.describe(handle)];
    return { round: numbers[1], next: numbers[2], hash: numbers[3], choices: numbers.slice(8) };
  };
  return { env, saved, tree, facts };
}

const actions = (...numbers: number[]) => Uint8Array.from(numbers);

test('the game tree asks for chance outcomes if a round has random draws, and otherwise plays the round', () => {
  const { tree, facts } = newTree();
  const start = tree.start(7);
  expect(facts(start)).toMatchObject({ round: 0, next: 2, choices: [] });
  expect(tree.play(start, actions(NOTHING, NOTHING), ASK_FOR_LUCK)).toBeUndefined();
  const dealt = tree.play(start, actions(NOTHING, NOTHING), OWN_LUCK)!;
  const next = tree.play(dealt, actions(STAY, NOTHING), ASK_FOR_LUCK)!;
  expect(facts(next).round).toBe(2);
  expect(facts(next).choices[0]).toBe(1);
});

test('the same chance outcomes give the same state, different outcomes give different states, and the input isn’t changed', () => {
  const { tree, facts } = newTree();
  const start = tree.start(7);
  const before = facts(start);
  const deal = (luck: number) => facts(tree.play(start, actions(NOTHING, NOTHING), luck)!).hash;
  expect(deal(5)).toBe(deal(5));
  expect(deal(5)).not.toBe(deal(6));
  expect(deal(OWN_LUCK)).not.toBe(deal(5));
  expect(facts(start)).toEqual(before);
});

test('the game tree plays the same match as the env with the same seed', () => {
  const { env, tree, facts } = newTree();
  env.resetMatch(0, 7);
  let handle = tree.start(7);
  while (env.dones[0] === 0) {
    const { choices } = facts(handle);
    const asked = actions(NOTHING, NOTHING);
    if (choices.length > 0) asked[choices[0]] = choices[choices.length - 1];
    env.step(asked);
    handle = tree.play(handle, asked, OWN_LUCK)!;
    expect(facts(handle).hash).toBe(dusk.hash(env.states[0]) | 0);
  }
  expect(facts(handle).next).toBe(1);
  expect(() => tree.play(handle, actions(STAY, STAY), OWN_LUCK)).toThrow(RequestError);
});

test('a redealt state looks the same to the seat, but has new hidden parts and chance outcomes', () => {
  const { saved, tree, facts } = newTree();
  const dealt = tree.play(tree.start(7), actions(NOTHING, NOTHING), OWN_LUCK)!;
  const seen = (handle: number) => dusk.hash(withoutLuck(dusk.observe!(saved.get(handle) as never, 1)));
  const hashes = new Set<number>();
  for (let seed = 1; seed < 10; seed++) {
    const other = tree.redeal(dealt, 1, seed);
    expect(seen(other)).toBe(seen(dealt));
    hashes.add(facts(other).hash);
  }
  expect(hashes.size).toBe(9);
  expect(() => tree.redeal(dealt, 2, 1)).toThrow('there is no seat 2');
});

test('a redealt state has the same player to move, whichever seat it is dealt for', () => {
  const { tree, facts } = newTree();
  let redealt = 0;
  for (let seed = 1; seed <= 20; seed++) {
    let handle = tree.start(seed);
    for (let step = 0; facts(handle).next !== 1; step++) {
      const { choices, next } = facts(handle);
      const asked = actions(NOTHING, NOTHING);
      if (choices.length > 0) asked[choices[0]] = choices[2 + (step % choices[1])];
      handle = tree.play(handle, asked, OWN_LUCK)!;
      if (next !== 0 || facts(handle).next !== 0) continue;
      for (const seat of [0, 1]) {
        redealt++;
        expect(facts(tree.redeal(handle, seat, seed)).choices[0]).toBe(facts(handle).choices[0]);
      }
    }
  }
  expect(redealt).toBeGreaterThan(500);
});

function withoutLuck(state: Parameters<typeof dusk.hash>[0]) {
  dusk.setGenerator!(state, 1);
  return state;
}

test('random playouts share out all points, and give the same results with the same seed', () => {
  const { tree } = newTree();
  const start = tree.start(7);
  const play = (seed: number) => [...tree.rollOut(start, [], { count: 10, rounds: 1000, seed })];
  expect(play(1)).toEqual(play(1));
  expect(play(1)).not.toEqual(play(2));
  const [first, second] = play(1);
  expect(first + second).toBe(20);
});
