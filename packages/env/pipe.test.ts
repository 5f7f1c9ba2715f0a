import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuskState, dusk } from '@ludus/game/conformance.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SharedMemory } from './memory.ts';
import { type PipeOptions, servePipe } from './pipe.ts';
import { matchSeed } from './seeds.ts';
import { duskSimulator } from './testing/dusk.ts';
import { type ToyState, toyGame, toySimulator } from './testing/toy.ts';
import { type AnyVectorEnv, VectorEnv } from './vector.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-pipe-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function request(kind: string, ...payload: readonly (number | bigint | Uint8Array)[]): Buffer {
  const bytes = Buffer.concat(
    payload.map((each) => {
      if (each instanceof Uint8Array) return Buffer.from(each);
      const number = Buffer.alloc(typeof each === 'bigint' ? 8 : 4);
      if (typeof each === 'bigint') number.writeBigInt64LE(each);
      else number.writeInt32LE(each);
      return number;
    }),
  );
  const head = Buffer.alloc(5, kind);
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Serves two matches for these requests. Returns the header and all answers. */
function serve(requests: readonly Buffer[], options: Partial<PipeOptions> = {}) {
  return serveEnv(new VectorEnv<null, ToyState, number[]>(toyGame, toySimulator, null, 2), requests, options);
}

function serveEnv<E extends AnyVectorEnv>(env: E, requests: readonly Buffer[], options: Partial<PipeOptions>) {
  writeFileSync(join(folder, 'in'), Buffer.concat(requests));
  const [input, output] = [openSync(join(folder, 'in'), 'r'), openSync(join(folder, 'out'), 'w')];
  const observe = { seats: [0], observe: ['units'], all: false };
  try {
    void servePipe(env, { observe, input, output, ...options });
  } finally {
    closeSync(input);
    closeSync(output);
  }
  const out = readFileSync(join(folder, 'out'));
  const end = out.indexOf(10) + 1;
  return { env, head: JSON.parse(out.subarray(0, end).toString()), rest: out.subarray(end) };
}

/** The answers of a server without shared memory, each with its status and bytes. */
function answers(rest: Buffer): { how: number; bytes: Buffer }[] {
  const found: { how: number; bytes: Buffer }[] = [];
  for (let at = 0; at < rest.length; ) {
    const length = rest.readUInt32LE(at + 1);
    found.push({ how: rest[at], bytes: rest.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return found;
}

test('the header lists the parts of an observation', () => {
  const { head, rest } = serve([]);
  expect(rest.length).toBe(0);
  expect(head).toMatchObject({ protocol: 4, game: 'toy', size: 2, seats: 2, units: 4, rounds: 10, noAction: 0 });
  expect(head.actions).toEqual(['NOTHING', 'ONE', 'TWO']);
  expect(head.parts.map((part: { name: string }) => part.name)).toEqual([
    'rewards',
    'scores',
    'rounds',
    'units',
    'dones',
  ]);
});

test('an invalid request gets an error, and the next request works', () => {
  const step = request('s', new Uint8Array(8).fill(1));
  const wrong: [Buffer, string][] = [
    [request('?'), 'there is no request "?"'],
    [request('s', new Uint8Array(3)), 'expected 8 bytes of actions, found 3'],
    [request('s', new Uint8Array(9)), 'expected 2 bytes of matches, found 1'],
    [request('s', new Uint8Array(8).fill(9)), 'match 0, unit 0: 9 isn’t an action: choose 0 to 2'],
    [request('r', 1), 'the request ends where a seed should be'],
    [request('r', 2n ** 60n), 'a seed can have at most 53 bits'],
    [request('r', 1n, new Uint8Array(1)), 'expected 2 bytes of matches, found 1'],
    [request('v', 2), 'there is no match 2'],
    [request('l', 0, 99999), 'there is no saved state 99999'],
    [request('l', 5, 1), 'there is no match 5'],
    [request('d', 4), 'there is no saved state 4'],
    [request('e', 1, 1, 0, 0, 0n), 'there is no saved state 1'],
    [request('p', 0, 2), 'there is no seat 2'],
    [request('t', 0), 'Toy cannot be drawn as text'],
    [request('o', 1), 'the request has 4 bytes too many'],
  ];
  const { rest, env } = serve([step, ...wrong.flatMap(([bytes]) => [bytes, step])]);
  const found = answers(rest);
  expect(found).toHaveLength(2 * wrong.length + 1);
  wrong.forEach(([, sentence], i) => {
    expect(found[2 * i + 1].how).toBe(1);
    expect(found[2 * i + 1].bytes.toString()).toContain(sentence);
    expect(found[2 * i + 2].how).toBe(0);
  });
  expect(env.dones[0]).toBe(1);
});

test('plans whose response would be too long are rejected, and the next request works', () => {
  const plans = (count: number) => request('e', 1, 2, 1, 0, 0n, new Uint8Array(count * 2 * 4));
  const requests = [request('v', 0), plans(3), plans(2), request('h')];
  const most = answers(serve(requests).rest)[2].bytes.length;
  const [, three, two, hashes] = answers(serve(requests, { longestAnswer: most }).rest);
  expect(three).toMatchObject({
    how: 1,
    bytes: Buffer.from(`an answer would have ${(most / 2) * 3} bytes, but at most ${most} are allowed`),
  });
  expect(two.bytes.length).toBe(most);
  expect(hashes.how).toBe(0);
});

/**
 * All answers to `requests` in a match of Dusk in which the seats in `looking` observe. `deal`: the seed of information
 * hidden from seat 1, and of future random numbers.
 */
function serveDusk(looking: readonly number[], deal: number, requests: readonly Buffer[]) {
  const board = { players: 3, cells: 9, sight: 1, rounds: 40 };
  const env = new VectorEnv(dusk, duskSimulator, board, 2);
  const draw = (state: unknown) => [[...(state as DuskState).cells, ...(state as DuskState).dice].join(' ')];
  const observe = { seats: looking, observe: ['players', 'mask', 'hashes'], all: false };
  for (let round = 0; round < 5; round++) env.step(new Uint8Array(6).fill(2));
  for (const state of env.states) {
    dusk.redeal!(state, 1, new Lehmer(deal));
    duskSimulator.reseed(state, deal);
  }
  return answers(serveEnv(env, requests, { observe, draw }).rest).map(({ bytes }) => bytes.toString('hex'));
}

test('responses for a single observing seat don’t depend on hidden information', () => {
  const plans = (seeded: number, seed: bigint) =>
    request('e', 1, 4, 1, seeded, seed, new Uint8Array(20 * 4 * 3).fill(2));
  const stay = request('s', new Uint8Array(6).fill(1));
  const right = new Uint8Array(3).fill(2);
  const requests = [
    ...[request('o'), request('h'), request('t', 0), request('v', 0), plans(0, 0n), plans(1, 5n), request('h')],
    ...[request('l', -1, 1), request('h'), request('t', 1), stay, stay, request('l', 0, 1, 7n), stay, request('h')],
    ...[request('l', 1, 2), stay, request('h')],
    // A tree of states starts with a new deal.
    ...[request('x', 1), request('g', 1, 0, right), request('j', 1, 20, 9, 5), request('k', 1, 0, 3), request('y', 1)],
    ...[request('k', 1, 1, 3), request('g', 42, 0, right), request('j', 42, 20, 9, 5), request('k', 42, 0, 3)],
  ];
  const alone = [1, 2, 3].map((deal) => serveDusk([1], deal, requests));
  for (const [at, bytes] of alone[0].entries()) for (const other of alone) expect([at, other[at]]).toEqual([at, bytes]);
  const [tree, , , , , dealt, played] = alone[0].slice(-9);
  expect(Buffer.from(tree, 'hex').toString()).toBe(
    'seat 1 is the only observing seat: redeal the saved match 1 for it first',
  );
  expect([dealt, played].map((bytes) => Buffer.from(bytes, 'hex').readInt32LE())).toEqual([42, 43]);
  // If all seats are observed, the answers contain the real match.
  expect(new Set([1, 2, 3].map((deal) => serveDusk([0, 1, 2], deal, [request('t', 0)])[0])).size).toBeGreaterThan(1);
  // If all seats are observed, the view of each seat can be drawn. A single observing seat can't get another view.
  const [view] = serveDusk([0, 1, 2], 2, [request('t', 0, 1)]);
  expect(view).toBe(alone[0][2]);
  const [other] = serveDusk([1], 1, [request('t', 0, 2)]);
  expect(Buffer.from(other, 'hex').toString()).toBe(
    'only the view of seat 1 can be drawn, because it is the only observing seat',
  );
  const again = [request('h'), request('v', 0), stay, request('l', -1, 1), request('h')];
  const [before, , , , after] = serveDusk([0, 1, 2], 1, again);
  expect(after.slice(0, 8)).toBe(before.slice(0, 8));
});

test('a single observing seat learns only after the match why another seat failed, as the reason may reveal a die’s value', () => {
  const board = { players: 3, cells: 9, sight: 1, rounds: 6 };
  const blab = (): AnyRunner => ({
    name: 'Blab',
    play({ dice }: DuskState) {
      throw new PlayerFault('crash', `I hold ${dice[2]}.`);
    },
  });
  const step = request('s', new Uint8Array(3).fill(1));
  const told = (looking: readonly number[], rounds: number) => {
    const env = new VectorEnv(dusk, duskSimulator, board, 1, { players: [undefined, undefined, blab] });
    const observe = { seats: looking, observe: [], all: false };
    const { rest } = serveEnv(env, [...Array.from({ length: rounds }, () => step), request('f', 0)], { observe });
    return (JSON.parse(answers(rest).at(-1)!.bytes.toString()) as { sentence: string }[])[0].sentence;
  };
  expect(told([0], 5)).toBe('Blab was disqualified: crash.');
  for (const sentence of [told([2], 5), told([0, 1], 5), told([0], 6)]) expect(sentence).toMatch(/^I hold [1-6]\.$/);
});

test('states can be saved, loaded, expanded, and dropped', () => {
  const step = request('s', new Uint8Array(8).fill(1));
  const { rest, env } = serve(
    [
      request('r', 3n),
      step,
      request('v', 1),
      step,
      request('l', -1, 1),
      request('h'),
      request('l', 0, 1, 5n),
      request('e', 1, 2, 1, 0, 0n, new Uint8Array(3 * 2 * 4).fill(1)),
      request('d', 2, 3, 4),
      request('l', 0, 2),
      request('i'),
      request('t', 1),
    ],
    { draw: (state) => [`round ${(state as ToyState).round}`] },
  );
  const found = answers(rest);
  expect(found.map(({ how }) => how)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
  expect(found[2].bytes.readInt32LE()).toBe(1);
  const [first, second] = [found[5].bytes.readUInt32LE(0), found[5].bytes.readUInt32LE(4)];
  expect(first).toBe(second);
  expect(second).toBe(toyGame.hash(env.states[1]));
  expect(toyGame.hash(env.states[0])).not.toBe(first);
  // 3 plans × 2 rounds × 2 seats, then the final states, then three handles.
  const { bytes } = found[7];
  expect([0, 4, 8].map((back) => bytes.readInt32LE(bytes.length - 12 + back))).toEqual([2, 3, 4]);
  expect(found[10].bytes.readInt32LE(0)).toBe(matchSeed(3, 0));
  expect(found[11].bytes.toString()).toBe('round 1\n');
});

test('observations in shared memory alternate between two buffers', () => {
  const path = join(folder, 'memory');
  writeFileSync(path, '');
  const actions = new Uint8Array(8).fill(1);
  const memory = (asked: number, observation: number) => {
    const made = new SharedMemory(path, asked, observation);
    truncateSync(path, made.length);
    const whole = readFileSync(path);
    whole.set(actions, made.actionsAt);
    writeFileSync(path, whole);
    return made;
  };
  const { head, rest, env } = serve([request('s'), request('s'), request('n', Uint8Array.of(1, 0)), request('s')], {
    memory,
  });
  // Restarting a match overwrites the last observation.
  const said = [0, 1, 1, 0].map((buffer) => [0, buffer, 0, 0, 0, 0]);
  expect([...rest]).toEqual(said.flat());
  const bytes = readFileSync(path);
  expect(bytes.length).toBe(head.memory.length);
  const rounds = 32;
  const roundsIn = (buffer: number) => [0, 4].map((i) => bytes.readInt32LE(head.memory.buffersAt[buffer] + rounds + i));
  expect(roundsIn(1)).toEqual([0, 2]);
  expect(roundsIn(0)).toEqual([1, 3]);
  expect(env.states.map((state) => state.round)).toEqual([1, 3]);
});

test('a single buffer receives every observation', () => {
  const path = join(folder, 'one');
  writeFileSync(path, '');
  const actions = new Uint8Array(8).fill(1);
  const memory = (asked: number, observation: number) => {
    const made = new SharedMemory(path, asked, observation, 'copied', 1);
    truncateSync(path, made.length);
    const whole = readFileSync(path);
    whole.set(actions, made.actionsAt);
    writeFileSync(path, whole);
    return made;
  };
  const { head, rest, env } = serve([request('s'), request('n', Uint8Array.of(1, 0)), request('s')], { memory });
  expect(head.memory.buffersAt).toHaveLength(1);
  expect([...rest]).toEqual(new Array(3 * 6).fill(0));
  const bytes = readFileSync(path);
  expect([bytes.length, bytes.length < 2 * head.memory.buffersAt[0] + 4096]).toEqual([head.memory.length, true]);
  expect([0, 4].map((i) => bytes.readInt32LE(head.memory.buffersAt[0] + 32 + i))).toEqual([1, 2]);
  expect(env.states.map((state) => state.round)).toEqual([1, 2]);
});

test('an input that ends in the middle of a request is an error', () => {
  expect(() => serve([request('s', new Uint8Array(8)).subarray(0, 7)])).toThrow('ended in the middle of a request');
});
