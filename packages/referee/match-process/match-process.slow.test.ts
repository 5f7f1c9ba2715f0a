import { ByteWriter } from '@ludus/runtime/metering.ts';
import { BOARD, module, type Parts } from '@ludus/runtime/testing.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { JobPlayer, MatchJob, VoidMatch } from './job.ts';
import { MatchProcessPool, type MatchProcessPoolOptions } from './match-process-pool.ts';
import { playWithRetry } from './play-with-retry.ts';
import { moduleHash, Quarantine } from './quarantine.ts';

let pool: MatchProcessPool;
afterEach(async () => {
  await pool.close();
  expect(pool.pids.filter(lives)).toEqual([]);
});

/** The compile cache of Ludus's modules. Without this cache, a process takes three times as long to start. */
const environment = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE! };
const open = (options: Partial<MatchProcessPoolOptions> = {}): MatchProcessPool => {
  pool = new MatchProcessPool({
    module: new URL('./testing/match-process-main.ts', import.meta.url),
    environment,
    idle: 0,
    ...options,
  });
  return pool;
};
const builtin = (...names: string[]): JobPlayer[] => names.map((player) => ({ kind: 'builtin', player }));
const of = (bytes: Uint8Array, shown?: string): JobPlayer => ({ kind: 'module', bytes, shown });
const job = (players: readonly JobPlayer[], game = 'madmax'): MatchJob => ({
  game,
  board: BOARD,
  seed: 7,
  budget: 'fuel',
  key: 'ab'.repeat(32),
  players,
});
/** A module that plays only empty moves, with parts of another module. */
const quiet = (parts: Parts = {}): Uint8Array<ArrayBuffer> =>
  module({ data: [1, 0, 0x41, 16, 0x0b, 8, 1, 0, 0, 0, 0, 0, 0, 0], buffer: [0x41, 0x80, 0x08], ...parts });
const trio = builtin('Dummy', 'Demo', 'Null');
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Expects that the pool plays the next match normally. */
async function goesOn(): Promise<void> {
  expect(await pool.play(job([...trio, ...builtin('Demo')]))).toMatchObject({ kind: 'finished', rounds: 300 });
}

describe('a match in a separate process', () => {
  test('has the same result as in the referee’s process, and as in another separate process', async () => {
    open({ idle: 1 });
    const players = [of(quiet()), of(quiet(), 'P2'), ...builtin('Demo', 'Dummy')];
    const first = await pool.play(job(players));
    expect(first).toMatchObject({ kind: 'finished', engine: 'test', verdicts: [], key: 'ab'.repeat(32) });
    if (first.kind !== 'finished') return;
    expect(first.names).toEqual(['the_module', 'P2', 'Demo', 'Dummy']);
    expect(first.fuel[0]).toBeGreaterThan(1000);
    expect(first.fuel).toEqual([first.fuel[0], first.fuel[0], 0, 0]);
    expect(await pool.play(job(players))).toEqual(first);
    await pool.close();
    open({ fresh: true });
    expect(await pool.play(job(players))).toEqual(first);
  });

  test('runs without an environment, and compiles all functions before it asks players', async () => {
    open({ environment: {} });
    const outcome = await pool.play(job([...trio, ...builtin('Teller')]));
    expect(outcome).toMatchObject({ kind: 'void', cause: 'broken', seat: 3 });
    expect((outcome as VoidMatch).sentence).toMatch(
      /continued: \{("NODE_CHANNEL\w*":"\w+",?|"PWD":"[^"]*",?)*\} .*--no-wasm-lazy-compilation/,
    );
  });

  test('reports the reason and the seat if it can’t be played', async () => {
    open({ idle: 1 });
    const at = async (change: Partial<MatchJob>) => {
      const outcome = await pool.play({ ...job([...trio, ...builtin('Demo')]), ...change });
      return outcome.kind === 'refused' ? [outcome.seat, outcome.sentence] : outcome;
    };
    expect(await at({ game: 'chess' })).toEqual([undefined, 'there is no game chess']);
    expect(await at({ board: 'nonsense' })).toEqual([undefined, expect.stringMatching(/^the board cannot be read/)]);
    expect(await at({ players: trio })).toEqual([undefined, expect.stringMatching(/4 players/)]);
    expect(await at({ players: [...trio, ...builtin('Nobody')] })).toEqual([
      3,
      'there is no built-in bot Nobody for Mad Max',
    ]);
    expect(await at({ players: [of(new Uint8Array([1, 2, 3])), ...trio] })).toEqual([
      0,
      expect.stringMatching(/^the module can’t be a bot: /),
    ]);
    expect(await at({ players: [of(quiet(), 'a b'), ...trio] })).toEqual([0, expect.any(String)]);
    await goesOn();
  });
});

describe('a match ends without affecting other matches if its process', () => {
  test('is killed', async () => {
    open({ idle: 1 });
    expect(await pool.engine()).toBe('test');
    const playing = pool.play(job([...trio, ...builtin('Sleeper')]));
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    expect(await playing).toMatchObject({ kind: 'void', cause: 'killed', sentence: expect.stringMatching(/SIGKILL/) });
    await goesOn();
  });

  test('ends', async () => {
    open();
    expect(await pool.play(job([...trio, ...builtin('Leaver')]))).toMatchObject({ cause: 'crashed', seat: 3 });
    await goesOn();
  });

  if (IS_LONG_RUN)
    test('runs out of memory, inside the heap or outside it', async () => {
      open({ limits: { playerBytes: 2 ** 24 }, hostBytes: 300 * 2 ** 20 });
      const cause = async (player: string) => (await pool.play(job([...trio, ...builtin(player)]))) as VoidMatch;
      expect(await cause('Hog')).toMatchObject({ kind: 'void', cause: 'memory' });
      expect(await cause('Hoarder')).toMatchObject({ kind: 'void', cause: 'memory' });
      await goesOn();
    });

  test('hangs in one answer, or takes too long in total', async () => {
    open({ limits: { answerMs: 1000 } });
    expect(await pool.play(job([...builtin('Stuck'), ...trio]))).toMatchObject({ cause: 'hang', seat: 0 });
    await pool.close();
    open({ limits: { matchMs: 5000 } });
    expect(await pool.play(job([...builtin('Sleeper'), ...trio]))).toMatchObject({ cause: 'wall', seat: 0 });
    await pool.close();
    open();
    await goesOn();
  });

  test('throws an error that isn’t a player’s fault', async () => {
    open();
    expect(await pool.play(job([...builtin('Dummy', 'Breaker', 'Demo', 'Null')]))).toEqual({
      kind: 'void',
      cause: 'broken',
      seat: 1,
      sentence: 'The match is void: it could not be continued: it is undefined.',
    });
    await goesOn();
  });
});

/** A module that allocates all the memory that it may use, and writes to each page. */
const GREEDY = quiet({
  memory: new ByteWriter().bytes([1, 0]).u32(4).result(),
  functions: [],
  play: [
    ...[0x03, 0x40], // loop
    ...[0x41, 0x80, 0x02, 0x40, 0x00, 0x41, 0x7f, 0x47, 0x04, 0x40], // 256 pages more; unless −1
    ...[0x41, 0x80, 0x80, 0x10, 0x41, 0x01, 0x3f, 0x00, 0x41, 0x10, 0x74], // from 256 KiB, ones, the memory's bytes …
    ...[0x41, 0x80, 0x80, 0x10, 0x6b, 0xfc, 0x0b, 0x00], // … less these: memory.fill
    ...[0x0c, 0x01, 0x0b, 0x0b], // again
    ...[0x41, 16],
  ],
});

if (IS_LONG_RUN)
  test('players can each use all their memory, match after match in the same process', async () => {
    open({ idle: 1, limits: { playerBytes: 2 ** 27 }, hostBytes: 2 ** 28 });
    for (let match = 0; match < 4; match++) {
      const outcome = await pool.play(job([of(GREEDY), of(GREEDY), of(GREEDY), of(GREEDY)]));
      expect(outcome).toMatchObject({ kind: 'finished', verdicts: [] });
      // Allocating 128 MiB has a price.
      if (outcome.kind === 'finished') expect(Math.min(...outcome.fuel)).toBeGreaterThan(10 ** 8);
    }
  });

/** Code that pushes this number of values, each computed from the previous one: `[…] → […, x] + x`. */
const values = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => [0x20, 2, [0x67, 0x68, 0x69, 0xc0][i % 4], 0x22, 2, 0x6a]).flat();

/**
 * A module that recurses endlessly in its 60th round. Its function computes `count` values, calls itself, and computes
 * them again. During that call, the engine keeps the values in its frame, so the frame is much larger than the meter
 * assumes.
 */
const keeping = (count: number): Uint8Array<ArrayBuffer> =>
  quiet({
    functions: [
      {
        type: 1,
        locals: [1, 2, 0x7f],
        body: [
          ...[0x20, 0, 0x45, 0x04, 0x40, 0x41, 1, 0x0f, 0x0b], // 0 → 1
          ...[0x20, 0, 0x21, 2, 0x41, 1, ...values(count), 0x21, 1],
          ...[0x20, 0, 0x41, 1, 0x6b, 0x10, 4],
          ...[0x20, 0, 0x21, 2, ...values(count), 0x20, 1, 0x6a],
        ],
      },
    ],
    play: [
      ...[0x41, 8, 0x41, 8, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0], // counts the rounds at 8
      ...Array.from({ length: 10 }, () => [0x41, 10, 0x10, 4, 0x1a]).flat(),
      ...[0x41, 8, 0x28, 2, 0, 0x41, 60, 0x4a, 0x04, 0x40, 0x41, 0xff, 0xff, 0x3f, 0x10, 4, 0x1a, 0x0b],
      ...[0x41, 16],
    ],
  });

test('the recursion limit doesn’t depend on the size of the engine’s frames', async () => {
  open({ idle: 1 });
  const verdicts: unknown[] = [];
  // The engine compiles the module quickly for the first match, and with all optimisations for later ones.
  for (let match = 0; match < 3; match++) {
    const outcome = await pool.play(
      job([of(keeping(9000), 'Deep'), of(keeping(1000), 'Flat'), ...builtin('Dummy', 'Null')]),
    );
    if (outcome.kind !== 'finished') throw new Error(outcome.sentence);
    verdicts.push(outcome.verdicts);
  }
  const deep = (name: string, seat: number) => {
    const sentence = `${name} recursed too deeply in round 60.`;
    return { seat, round: 60, fault: 'crash', sentence };
  };
  const both = [deep('Deep', 0), deep('Flat', 1)];
  expect(verdicts).toEqual([both, both, both]);
});

test('work that takes far longer than its price allows makes the match void without a loser', async () => {
  open();
  expect(await pool.play(job([of(quiet(), 'Slow'), ...trio], 'slow'))).toMatchObject({
    kind: 'void',
    cause: 'slow',
    seat: 0,
    sentence: expect.stringMatching(/^The match is void: Slow took 60\.\d s for work that is priced at 0\.000 s\.$/),
  });
  await goesOn();
});

describe('the blame for a void match', () => {
  if (IS_LONG_RUN)
    test('is assigned by playing each module alone, and the culprit is refused until it is released', async () => {
      const quarantine = new Quarantine();
      open({ quarantine });
      const [bad, good] = [quiet({ globals: [0] }), quiet()];
      let matches = 0;
      const settled = await playWithRetry(job([of(good), of(bad), of(good), of(good)]), async ({ players }) => {
        matches++;
        const isBad = players.some(
          (player) => player.kind === 'module' && moduleHash(player.bytes) === moduleHash(bad),
        );
        // Simulates an engine that fails.
        return isBad
          ? { kind: 'void', cause: 'crashed', seat: 2, sentence: 'The match is void: it crashed.' }
          : { kind: 'refused', sentence: 'it would be finished' };
      });
      expect(matches).toBe(5);
      expect(settled).toMatchObject({ outcome: { kind: 'void' }, voided: [{}, {}] });
      expect(settled.suspects).toEqual([
        { hash: moduleHash(bad), seat: 1, proof: 'alone', sentence: 'The match is void: it crashed.' },
      ]);
      for (const { hash, sentence } of settled.suspects) quarantine.add(hash, sentence);
      expect(await pool.play(job([of(good), ...trio]))).toMatchObject({ kind: 'finished' });
      expect(await pool.play(job([...trio, of(bad)]))).toMatchObject({ kind: 'refused', seat: 3 });
      quarantine.release(moduleHash(bad));
      expect(await pool.play(job([...trio, of(bad)]))).toMatchObject({ kind: 'finished' });
    });

  test('isn’t assigned if the repeated match finishes', async () => {
    open();
    let attempts = 0;
    const settled = await playWithRetry(job([of(quiet()), ...trio]), async (given, how) =>
      attempts++ === 0
        ? { kind: 'void', cause: 'killed', sentence: 'The match is void: killed.' }
        : await pool.play(given, how),
    );
    expect(settled).toMatchObject({ outcome: { kind: 'finished' }, voided: [{ cause: 'killed' }], suspects: [] });
  });
});
