import { readFileSync } from 'node:fs';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { goldenDemos } from 'ludus/conformance/testing.ts';
import type { CylinderView } from 'ludus/cylinder/testing.ts';
import { builtinPlayer, GAMES } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { type MatchSetup, playMatch, playMatchSync, type Verdict } from './match.ts';

const madmax = GAMES.find((game) => game.id === 'madmax')!;

function board(game: string) {
  const text = readFileSync(new URL(`../games/${game}/boards/default.cnf`, import.meta.url), 'utf8');
  const read = GAMES.find((each) => each.id === game)!.readBoard(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

function builtin(game: string, name: string): AnyRunner {
  return builtinPlayer(game, name).open();
}

/** Plays four runners on Mad Max's default board; returns the replay with the result. */
async function play(runners: AnyRunner[], more: Partial<MatchSetup<unknown, CylinderView, unknown>> = {}) {
  const chunks: string[] = [];
  const record = (text: string) => chunks.push(text);
  const result = await playMatch({ game: madmax, board: board('madmax'), seed: 1, runners, record, ...more });
  return { result, replay: chunks.join('') };
}

const demos = () => Array.from({ length: 4 }, () => builtin('madmax', 'Demo'));

/** Demo as a runner that answers with promises. */
function asynchronous(runner: AnyRunner): AnyRunner {
  return {
    name: runner.name,
    start: async (...args) => runner.start?.(...args),
    async play(...args) {
      await Promise.resolve();
      await runner.play(...args);
    },
  };
}

test.each(['madmax', 'starwar'])('four Demos reproduce the golden %s match byte for byte', (id) => {
  const chunks: string[] = [];
  playMatchSync({
    game: GAMES.find((game) => game.id === id)!,
    board: board(id),
    seed: 1,
    runners: Array.from({ length: 4 }, () => builtin(id, 'Demo')),
    record: (text) => chunks.push(text),
  });
  expect(chunks.join('') === goldenDemos(id)).toBe(true);
});

test('a match is the same if players answer with promises, in turn or concurrently', async () => {
  const { replay } = await play(demos());
  expect((await play(demos().map(asynchronous))).replay === replay).toBe(true);
  expect((await play(demos().map(asynchronous), { concurrent: true })).replay === replay).toBe(true);
});

/** A player that behaves like Null until it fails in the given round; −1: before the first round. */
function failing(round: number, close: () => void): AnyRunner {
  return {
    name: 'Failing',
    start() {
      if (round < 0) throw new PlayerFault('crash', 'it fell over');
    },
    async play(state: CylinderView) {
      if (state.round === round) throw new PlayerFault('time', 'it took too long');
    },
    close,
  };
}

test('a match freezes and closes a player that fails, and continues with the others', async () => {
  const others = () => demos().slice(0, 3);
  const plain = await play([...others(), builtin('madmax', 'Null')]);
  const seen: Verdict[] = [];
  let closed = 0;
  const { result, replay } = await play([...others(), failing(100, () => closed++)], {
    onFault: (verdict) => seen.push(verdict),
  });
  expect(result.rounds).toBe(300);
  expect(result.outcome).toEqual(plain.result.outcome);
  expect(seen).toEqual([{ seat: 3, name: 'Failing', round: 100, fault: 'time', sentence: 'it took too long' }]);
  expect(result.verdicts).toEqual(seen);
  expect(closed).toBe(1);
  const statuses = replay
    .split('\nplayers\n')
    .slice(1)
    .map((part) => part.split('\n')[4].split('\t')[2]);
  expect(statuses.slice(0, 101)).toEqual(Array(101).fill('0'));
  expect(statuses.slice(101)).toEqual(Array(200).fill('-1'));
});

test('a match freezes a player that fails before the first round', async () => {
  const { result } = await play([...demos().slice(0, 3), failing(-1, () => {})]);
  expect(result.verdicts).toMatchObject([{ seat: 3, round: 0, fault: 'crash' }]);
  expect(result.rounds).toBe(300);
});

test('a match fails if a built-in player throws, but closes the player first', async () => {
  let closed = 0;
  const buggy: AnyRunner = {
    name: 'Buggy',
    play() {
      throw new TypeError('a bug of ours');
    },
    close: () => void closed++,
  };
  await expect(play([...demos().slice(0, 3), buggy])).rejects.toThrow('a bug of ours');
  expect(closed).toBe(1);
});

test('playMatchSync closes its players after the last round, a thrown error, or a promise from a player', () => {
  const seated = (play: AnyRunner['play']) => {
    let closed = 0;
    const runners = demos().map((runner) => ({ ...runner, close: () => void closed++ }));
    runners[3] = { ...runners[3], play };
    const position = board('madmax');
    const run = () => playMatchSync({ game: madmax, board: position, seed: 1, runners: runners });
    return { run, closed: () => closed };
  };
  const good = seated(() => {});
  good.run();
  const buggy = seated(() => {
    throw new TypeError('a bug of ours');
  });
  expect(buggy.run).toThrow('a bug of ours');
  const slow = seated(async () => {});
  expect(slow.run).toThrow('a player answered with a promise');
  expect([good.closed(), buggy.closed(), slow.closed()]).toEqual([4, 4, 4]);
});

test('a replay contains budget shares only if the match has a budget', async () => {
  const spending = (): AnyRunner => ({ name: 'Spending', play() {}, budgetUsed: () => 0.25 });
  const limited = await play([...demos().slice(0, 3), spending()], { limited: true, key: '7'.repeat(64) });
  expect(limited.replay).toContain('secgame\t1\n');
  expect(limited.replay).toContain('\n3\t0\t0.25\n');
  expect(limited.result.used).toEqual([0, 0, 0, 0.25]);
  const plain = await play([...demos().slice(0, 3), spending()]);
  expect(plain.replay).toContain('secgame\t0\n');
  expect(plain.replay).not.toContain('0.25');
});

test('playMatch rejects with the signal’s reason when the signal is aborted', async () => {
  const controller = new AbortController();
  const onRound = (_: unknown, round: number) => round === 10 && controller.abort(new Error('called off'));
  await expect(play(demos(), { signal: controller.signal, onRound })).rejects.toThrow('called off');
});
