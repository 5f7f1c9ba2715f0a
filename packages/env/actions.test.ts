import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Expander } from './expand.ts';
import { SharedMemory } from './memory.ts';
import { servePipe } from './pipe.ts';
import type { Simulator } from './simulator.ts';
import { type ToyState, toyGame, toySimulator } from './testing/toy.ts';
import { VectorEnv } from './vector.ts';

/** A toy simulator with thousands of actions: action 1000·n + m is m. */
const wide: Simulator<null, ToyState, number[]> = {
  ...toySimulator,
  actionNames: Array.from({ length: 60_000 }, (_, n) => `a${n}`),
  ask(actions, from, moves) {
    for (let unit = 0; unit < 4; unit++) moves[unit >> 1][unit & 1] = actions[from + unit] % 1000;
  },
  writeMask(state, out, at) {
    for (let unit = 0; unit < 4; unit++)
      for (let action = 0; action < 60_000; action++)
        out[at + 60_000 * unit + action] = action === 0 || state.tired[unit] === 0 ? 1 : 0;
  },
};
const makeEnv = (simulator: typeof wide, size = 2) =>
  new VectorEnv<null, ToyState, number[]>(toyGame, simulator, null, size);
const NARROW = [1, 2, 0, 1, 2, 2, 1, 0];
const WIDE = [58_001, 2, 3000, 16_001, 47_002, 1002, 1, 0];

test('actions that don’t fit into one byte lead to the same match as their one-byte equivalents', () => {
  const [narrow, env, typed] = [makeEnv(toySimulator), makeEnv(wide), makeEnv(wide)];
  for (let round = 0; round < 3; round++) {
    narrow.step(NARROW);
    env.step(WIDE);
    typed.step(Uint16Array.from(WIDE));
  }
  expect(env.scores).toEqual(narrow.scores);
  expect(typed.scores).toEqual(narrow.scores);
  // Bytes are also whole numbers.
  env.step(Uint8Array.from(NARROW));
  narrow.step(NARROW);
  expect(env.scores).toEqual(narrow.scores);
});

test('a number that isn’t an action is rejected in each kind of list', () => {
  const env = makeEnv(wide);
  const wrong = WIDE.with(5, 60_000);
  const sentence = 'match 1, unit 1: 60000 isn’t an action: choose 0 to 59999';
  expect(() => env.step(wrong)).toThrow(sentence);
  expect(() => env.step(Uint16Array.from(wrong))).toThrow(sentence);
  expect(() => env.step(WIDE.with(0, 65_537))).toThrow('65537 isn’t an action');
  expect(env.states.map(({ round }) => round)).toEqual([0, 0]);
});

test('plans with large actions get the same rewards as plans with the equivalent one-byte actions', () => {
  const [narrow, env] = [makeEnv(toySimulator, 1), makeEnv(wide, 1)];
  const ends = (of: typeof env, plans: Uint8Array | Uint16Array) => [
    ...new Expander(of, { seats: [0], observe: [], all: false }).expand(of.states[0], plans, { depth: 2 }).rewards,
  ];
  expect(ends(env, Uint16Array.from(WIDE))).toEqual(ends(narrow, Uint8Array.from(NARROW)));
});

test.each(['pipe', 'copied'] as const)('large actions arrive as 16-bit numbers (%s)', (how) => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-wide-'));
  try {
    const memory = join(folder, 'memory');
    if (how === 'copied') writeFileSync(memory, '');
    const actions = Buffer.from(Uint16Array.from(WIDE).buffer);
    const request = (kind: string, bytes: Buffer) => {
      const head = Buffer.alloc(5, kind);
      head.writeUInt32LE(bytes.length, 1);
      return Buffer.concat([head, bytes]);
    };
    writeFileSync(join(folder, 'in'), request('s', how === 'pipe' ? actions : Buffer.alloc(0)));
    const [input, output] = [openSync(join(folder, 'in'), 'r'), openSync(join(folder, 'out'), 'w')];
    const env = makeEnv(wide);
    let room = 0;
    void servePipe(env, {
      observe: { seats: [0], observe: ['units'], all: false },
      input,
      output,
      ...(how === 'copied' && {
        memory(length: number, observation: number) {
          room = length;
          const made = new SharedMemory(memory, length, observation, 'copied');
          const file = openSync(memory, 'r+');
          writeFileSync(file, actions);
          closeSync(file);
          return made;
        },
      }),
    });
    for (const file of [input, output]) closeSync(file);
    const narrow = makeEnv(toySimulator);
    narrow.step(NARROW);
    expect(env.scores).toEqual(narrow.scores);
    expect(readFileSync(join(folder, 'out')).length).toBeGreaterThan(100);
    if (how === 'copied') expect(room).toBe(16);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
