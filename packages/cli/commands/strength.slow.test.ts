import { meanScore, ORIGINAL_ROWS, STRENGTH_BOARDS } from '@ludus/lab/strength.ts';
import { BUILTIN_PLAYERS } from 'ludus/players.ts';
import { GAMES } from 'ludus/registry.ts';
import { describe, expect, test, vi } from 'vitest';
import { boardFile, loadBoard } from '../boards.ts';
import { measure } from './strength.ts';

function open(game: string, name: string) {
  return () => BUILTIN_PLAYERS.find((player) => player.game === game && player.name === name)!.open();
}

function row(id: string, name: string, seeds?: readonly number[]): Promise<number[]> {
  const game = GAMES.find((each) => each.id === id)!;
  return Promise.all(
    STRENGTH_BOARDS.map((board) =>
      meanScore({
        game,
        board: loadBoard(boardFile(id, board), [game]).board,
        open: open(id, name),
        openDemo: open(id, 'Demo'),
        seeds,
      }),
    ),
  );
}

// 180 matches a test: on a busy machine that may take minutes.
vi.setConfig({ testTimeout: 900_000 });

describe.each(Object.keys(ORIGINAL_ROWS))('%s', (id) => {
  const [demo, dummy] = ORIGINAL_ROWS[id];

  test('Demo scores what the original Demo scored, so the experiment is the same', async () => {
    expect((await row(id, 'Demo')).map(Math.round)).toEqual(demo.means);
  });

  test('Dummy scores at least what the original Dummy scored, on every board', async () => {
    const means = await row(id, 'Dummy');
    STRENGTH_BOARDS.forEach((board, index) => {
      expect(means[index], board).toBeGreaterThanOrEqual(dummy.means[index]);
    });
  });

  test('worker threads give the same means', async () => {
    expect((await measure(id, 'Dummy', [3, 5], 2)).means).toEqual(await row(id, 'Dummy', [3, 5]));
  });
});
