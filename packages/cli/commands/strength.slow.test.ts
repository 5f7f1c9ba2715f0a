import { meanScore } from '@ludus/lab/strength.ts';
import { builtinPlayer, KITS, kitOf } from 'ludus/registry.ts';
import { describe, expect, test, vi } from 'vitest';
import { boardFile, loadBoard } from '../boards.ts';
import { measure } from './strength.ts';

function open(game: string, name: string) {
  return () => builtinPlayer(game, name).open();
}

function row(id: string, name: string, seeds?: readonly number[]): Promise<number[]> {
  const { game, strength } = kitOf(id);
  return Promise.all(
    strength!.boards.map((board) =>
      meanScore({
        game,
        board: loadBoard(boardFile(game, board), [game]).board,
        open: open(id, name),
        openOpponent: open(id, 'Demo'),
        seeds: seeds ?? strength!.seeds,
      }),
    ),
  );
}

// 180 matches a test: on a busy machine that may take minutes.
vi.setConfig({ testTimeout: 900_000 });

describe.each(KITS.filter((kit) => kit.strength).map((kit) => kit.game.id))('%s', (id) => {
  const strength = kitOf(id).strength!;
  const [demo, dummy] = strength.rows;

  test('Demo scores what the original Demo scored, so the experiment is the same', async () => {
    expect((await row(id, 'Demo')).map(Math.round)).toEqual(demo.means);
  });

  test('Dummy scores at least what the original Dummy scored, on every board', async () => {
    const means = await row(id, 'Dummy');
    strength.boards.forEach((board, index) => {
      expect(means[index], board).toBeGreaterThanOrEqual(dummy.means[index]);
    });
  });

  test('worker threads give the same means', async () => {
    expect((await measure(id, strength, 'Dummy', [3, 5], 2)).means).toEqual(await row(id, 'Dummy', [3, 5]));
  });
});
