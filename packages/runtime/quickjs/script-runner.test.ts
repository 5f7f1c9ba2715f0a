import type { PlayerOutput } from '@ludus/game/output.ts';
import { kit } from 'ludus/trails/kit.ts';
import { trails } from 'ludus/trails/rules.ts';
import { expect, test } from 'vitest';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { VoidMatchError } from '../void-match.ts';
import { HOST_BYTES, HOST_CALL } from '../wasm/prices.ts';
import { loadEngine } from './engine.ts';
import type { Script } from './script.ts';
import { ScriptRunner } from './script-runner.ts';
import { call, constant, DRAW, engineByHand, LOG, LOOP_FOR_EVER, RESULT, store, TEXT } from './testing.ts';

// Tests how the referee handles an engine that a player has corrupted.

const script: Script = { game: 'trails', name: 'Mine', guest: [], player: { name: 'Mine.js', text: '' } };

interface Options {
  readonly output?: PlayerOutput;
  readonly now?: () => number;
  readonly seconds?: number;
}

async function portOf(bodies: Parameters<typeof engineByHand>[0], { output, now, seconds = 0.001 }: Options = {}) {
  const engine = await loadEngine(engineByHand(bodies), DEFAULT_MEMORY_BYTES);
  return new ScriptRunner(trails, kit.image, engine, script, { output, now, budget: { seconds, per: 'match' } });
}

/** Starts a match and plays rounds of it; returns the player's failure. */
async function verdict(bodies: Parameters<typeof engineByHand>[0], options: Options = {}, rounds = 1): Promise<string> {
  const runner = await portOf(bodies, options);
  const board = trails.generateBoard!(1);
  const state = trails.start(board, 1);
  try {
    runner.start(board, state, { seat: 0, names: [] });
    for (let round = 0; round < rounds; round++) runner.play(state, trails.newMove(), { state: 1 });
    return `none ${runner.fuelUsed()}`;
  } catch (error) {
    return error instanceof VoidMatchError ? `void: ${error.message}` : (error as Error).message;
  }
}

const ANSWER = [...store(RESULT, TEXT), ...store(RESULT + 4, 4)];

test('a script player’s valid answer is accepted', async () => {
  expect(await verdict({ play: ANSWER, text: '1 up' })).toMatch(/^none \d+$/);
});

test.each([
  ['an answer outside the player’s memory', store(RESULT, -1)],
  ['an answer that ends outside the player’s memory', [...store(RESULT, TEXT), ...store(RESULT + 4, 2 ** 31 - 1)]],
  ['an answer with a negative length', [...store(RESULT, TEXT), ...store(RESULT + 4, -4)]],
])('%s is treated as the player’s crash, and doesn’t make the match void', async (_, play) => {
  expect(await verdict({ play })).toMatch(/^Mine crashed the engine in round 0\.$/);
});

test('a buffer outside the player’s memory is treated as the player’s crash', async () => {
  const player = store(RESULT + 8, 1);
  const buffer = [...constant(RESULT + 8), 0x28, 2, 0, 0x04, 0x7f, ...constant(-8), 0x05, ...constant(TEXT), 0x0b];
  expect(await verdict({ player, buffer })).toBe('Mine crashed the engine before the first round.');
});

test('an answer longer than any move is rejected', async () => {
  const play = [...store(RESULT, TEXT), ...store(RESULT + 4, 65537)];
  expect(await verdict({ play, text: '1 up' })).toBe('Mine returned an invalid answer in round 0.');
});

test('an answer with an impossible generator state is rejected', async () => {
  const play = [...store(RESULT, TEXT), ...store(RESULT + 4, 13)];
  expect(await verdict({ play, text: '9999999999 up' })).toBe('Mine returned an invalid answer in round 0.');
});

test.each([LOG, DRAW])('text with a negative length costs fuel, and doesn’t refund any (import %d)', async (index) => {
  const texts: string[] = [];
  const output = { log: (text: string) => texts.push(text), draw: () => texts.push('shape') };
  const play = [...constant(TEXT), ...constant(-1_000_000), ...call(index), ...ANSWER];
  // A negative length is read as unsigned: nearly 4 GiB, which exceeds every budget.
  expect(await verdict({ play, text: '1 up' }, { output })).toBe(
    'Mine used up its budget of 0.001 s of fuel in round 0.',
  );
  expect(texts).toEqual([]);
});

test('a negative string length doesn’t refund used fuel', async () => {
  const runner = await portOf({ play: [...constant(TEXT), ...constant(-5), ...call(LOG), ...ANSWER], text: '1 up' });
  const board = trails.generateBoard!(1);
  const state = trails.start(board, 1);
  runner.start(board, state, { seat: 0, names: [] });
  const before = runner.fuelUsed();
  expect(() => runner.play(state, trails.newMove(), { state: 1 })).toThrow('used up');
  expect(runner.fuelUsed()).toBeGreaterThan(before);
  expect(runner.budgetUsed()).toBe(1);
});

test('strings cost fuel for each of their bytes', async () => {
  const fuel = async (length: number) =>
    Number(
      (await verdict({ play: [...constant(0), ...constant(length), ...call(LOG), ...ANSWER], text: '1 up' })).slice(4),
    );
  expect((await fuel(1000)) - (await fuel(0))).toBe(1000 * HOST_BYTES);
  expect(await fuel(0)).toBeGreaterThan(HOST_CALL);
});

test('empty lines count towards a log’s size limit per round', async () => {
  let lines = 0;
  const output = { log: () => lines++, draw() {} };
  const load = [...constant(0), 0x28, 2, 0];
  const next = [...constant(0), ...load, ...constant(1), 0x6a, 0x36, 2, 0];
  const again = [...load, ...constant(66_000), 0x49, 0x0d, 0];
  const many = [0x03, 0x40, ...constant(0), ...constant(0), ...call(LOG), ...next, ...again, 0x0b];
  await verdict({ play: [...many, ...ANSWER], text: '1 up' }, { output, seconds: 0.05 });
  expect(lines).toBe(65_536);
});

test('a player that takes too long to report its failure makes the match void, and is charged', async () => {
  let clock = 0;
  const now = () => {
    clock += 4000;
    return clock;
  };
  expect(await verdict({ play: [0x00], where: LOOP_FOR_EVER }, { now })).toMatch(/^void: .*Mine took/);
  const runner = await portOf({ play: [0x00], where: LOOP_FOR_EVER });
  const board = trails.generateBoard!(1);
  const state = trails.start(board, 1);
  runner.start(board, state, { seat: 0, names: [] });
  expect(() => runner.play(state, trails.newMove(), { state: 1 })).toThrow('Mine crashed the engine in round 0.');
  expect(Number(runner.fuelUsed())).toBeGreaterThan(FUEL_PER_SECOND / 100);
});

test('an error’s message is truncated to 300 characters', async () => {
  const play = [...store(RESULT, TEXT), ...store(RESULT + 4, 65536)];
  const text = `${'x'.repeat(4090)}\n    at play (Mine.js:1:1)`;
  expect(await verdict({ play, ok: 0, text })).toMatch(/^Mine threw x{300}… in round 0\.$/);
});

test('a player fails when it exceeds its budget, even if none of its calls checks the fuel', async () => {
  // A function that costs only a few units doesn't check the fuel.
  expect(await verdict({ play: ANSWER, text: '1 up' }, { seconds: 1e-6 }, 2000)).toBe(
    'Mine used up its budget of 0.000001 s of fuel in round 0.',
  );
});
