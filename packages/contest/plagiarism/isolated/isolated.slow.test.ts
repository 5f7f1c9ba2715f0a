import { playMatch } from '@ludus/referee/match.ts';
import { BOARD, module } from '@ludus/runtime/testing.ts';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import type { BehaviourOrder } from './behaviour-order.ts';
import { agreeIsolated, compareIsolated } from './compare-isolated.ts';
import { ComparisonCrashError } from './in-process.ts';
import type { OrderLine } from './order.ts';

async function* each<T>(lines: readonly T[]) {
  yield* lines;
}

test('modules are compared on the positions of recorded matches, and invalid replays and modules are skipped', async () => {
  const { game, players } = KITS.find(({ game: { id } }) => id === 'madmax')!;
  const board = game.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const replays: string[] = [];
  for (const seed of [1, 2]) {
    const text: string[] = [];
    const runners = ['Demo', 'Dummy', 'Demo', 'Null'].map((name) => players.find((each) => each.name === name)!.open());
    await playMatch({ game, board: board.value, seed, runners, limited: true, record: (line) => text.push(line) });
    replays.push(text.join(''));
  }
  // A player that submits nothing in any round.
  const quiet = module({ data: [1, 0, 0x41, 16, 0x0b, 8, 1, 0, 0, 0, 0, 0, 0, 0], buffer: [0x41, 0x80, 0x08] });
  const coded = Buffer.from(quiet).toString('base64');
  const player = (name: string, bytes: string): BehaviourOrder => ({
    kind: 'player',
    name,
    version: '1',
    module: bytes,
    seconds: 1,
  });
  const steps: number[] = [];
  const report = await agreeIsolated(
    each<BehaviourOrder>([
      { kind: 'begin', game: 'madmax' },
      ...replays.map((replay, seat): BehaviourOrder => ({ kind: 'showing', replay, seat })),
      { kind: 'showing', replay: 'nonsense', seat: 0 },
      ...['Ada', 'Bob', 'Cyd'].map((name) => player(name, coded)),
      player('Dan', Buffer.from('no module').toString('base64')),
      { kind: 'end' },
    ]),
    { step: (done) => steps.push(done) },
  );
  expect(report).toMatchObject({ players: 3, showings: 2, rounds: 600, pairs: 3, unusual: 0 });
  // All players do the same, so no pair is unusual.
  expect(report.top).toEqual([]);
  expect(steps).toEqual([0, 0.25, 0.5, 0.75]);
});

test('an aborted comparison throws an error', async () => {
  const ending = new AbortController();
  const never = async function* (): AsyncGenerator<OrderLine> {
    yield { kind: 'begin', title: 'never' };
    ending.abort();
    yield { kind: 'end' };
  };
  await expect(compareIsolated(never(), { signal: ending.signal })).rejects.toThrow(ComparisonCrashError);
});
