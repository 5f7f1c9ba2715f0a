import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type AnyFixture, pick } from '@ludus/game/conformance.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { FIXTURES } from 'ludus/conformance/testing.ts';
import { builtinPlayer, GAMES } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { expandMoves, isMovesFile, keepingMoves, movesOf } from './moves-file.ts';

const LONG = FIXTURES.filter(({ game }) => game.replay.isLong);

function play({ game, wildMove }: AnyFixture, limited: boolean) {
  const file = new URL(`../games/${game.id}/boards/maze1.cnf`, import.meta.url);
  const read = game.readBoard(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(read.problem.message);
  const random = new Lehmer(3);
  const demo = builtinPlayer(game.id, 'Demo');
  const runners = () => [
    demo.open(),
    // Plays random moves, valid or not.
    {
      name: 'Wild',
      play(state: unknown, move: unknown) {
        game.move.read(game.move.print(wildMove(state, 1, random)), move);
      },
    },
    {
      name: 'Late',
      play(state: unknown) {
        if (game.round(state) === 40) throw new PlayerFault('time', 'Late is late.');
      },
      used: () => 1 / 3,
    },
    demo.open(),
  ];
  const recordOf = (played: AnyFixture['game']) => {
    const pieces: string[] = [];
    const record = (text: string) => pieces.push(text);
    random.seed(3);
    playMatchSync({
      game: played,
      board: read.value,
      seed: 9,
      runners: runners(),
      limited,
      key: '7'.repeat(64),
      record,
    });
    return pieces.join('');
  };
  return { replay: recordOf(game), text: recordOf(keepingMoves(game)) };
}

for (const fixture of LONG)
  for (const limited of [false, true])
    test(`the compact replay of ${fixture.game.title}${limited ? ' with a budget' : ''} is small, and expands to the original byte for byte`, () => {
      const { replay, text } = play(fixture, limited);
      expect(isMovesFile(text)).toBe(true);
      const expanded = expandMoves(text, GAMES);
      expect(expanded.ok && expanded.value === replay).toBe(true);
      const again = expandMoves(movesOf(replay, fixture.game) ?? '', GAMES);
      expect(again.ok && again.value === replay).toBe(true);
      // The replay and its faults give the same compact replay again.
      expect(movesOf(replay, fixture.game, [undefined, undefined, 'time'])).toBe(text);
      expect(movesOf(replay.slice(0, 0.9 * replay.length), fixture.game)).toBeUndefined();
      expect(gzipSync(text).length).toBeLessThan(0.05 * replay.length);
    });

test('an invalid compact replay is rejected with the line of the error', () => {
  const { text } = play(LONG[0], false);
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(': '));
  const broken = (change: (lines: string[]) => void) => {
    const copy = [...lines];
    change(copy);
    const result = expandMoves(copy.join('\n'), GAMES);
    return result.ok ? 'accepted' : `${result.problem.line}: ${result.problem.message}`;
  };
  expect(broken(() => {})).toBe('accepted');
  expect(broken((l) => l.splice(first, 1, ': 0 1;;'))).toBe(`${first + 1}: expected 4 moves separated by semicolons`);
  expect(broken((l) => l.splice(first, 1, ': 0;;;'))).toBe(`${first + 1}: these aren’t instructions: 0`);
  expect(broken((l) => l.splice(first, 1, 'freeze 7 time'))).toBe(`${first + 1}: there is no seat 7`);
  expect(broken((l) => l.splice(first + 5))).toContain('it ends after round');
  expect(broken((l) => l.splice(1, 1, '{}'))).toContain('2: expected JSON with game');
  expect(broken((l) => l.splice(1, 1, l[1].replace('{', `{"more":"${'x'.repeat(2 ** 16)}",`)))).toContain(
    '2: expected',
  );
  for (const change of [{ seed: 1e10 }, { names: ['A b', 'C', 'D', 'E'] }, { names: ['', 'C', 'D', 'E'] }])
    expect(broken((l) => l.splice(1, 1, JSON.stringify({ ...JSON.parse(l[1]), ...change })))).toContain('2: expected');
  expect(broken((l) => l.splice(-1, 0, `sealed ${'7'.repeat(64)}`))).toBe(
    `${lines.length}: the match is over, but more moves follow`,
  );
});

test('a compact replay keeps the last round of a match that ends because all players fail', () => {
  const board = pick.readBoard('pick board 1\nplayers 2\nrounds 9\nmost 5\n');
  if (!board.ok) throw new Error(board.problem.message);
  const recordOf = (game: typeof pick) => {
    const pieces: string[] = [];
    const runner = (name: string): AnyRunner => ({
      name,
      play(state) {
        if (pick.round(state) === 3) throw new PlayerFault('crash', `${name} fell.`);
      },
    });
    const runners = [runner('One'), runner('Two')];
    playMatchSync({ game, board: board.value, seed: 9, runners, record: (text) => pieces.push(text) });
    return pieces.join('');
  };
  expect(expandMoves(recordOf(keepingMoves(pick)), [pick])).toEqual({ ok: true, value: recordOf(pick) });
});
