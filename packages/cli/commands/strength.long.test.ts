import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { meanScore } from '@ludus/lab/testing.ts';
import { builtinPlayer, KITS, kitOf } from 'ludus/registry.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { boardFile, loadBoard } from '../boards.ts';
import { runHere } from '../testing/run-here.ts';

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
        openOpponent: open(id, strength!.opponent),
        seeds: seeds ?? strength!.seeds,
      }),
    ),
  );
}

// Each test plays 180 matches, which may take minutes on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

const GAMES = KITS.filter((kit) => kit.strength).map((kit) => kit.game.id);

describe.each(GAMES)('the strength table of %s', (id) => {
  const strength = kitOf(id).strength!;
  // The first row is the opponent itself: it confirms that the experiment is the same.
  const [own] = strength.rows;

  test('has the correct score for the opponent against itself', async () => {
    expect((await row(id, strength.opponent)).map(Math.round)).toEqual(own.means);
  });

  test('has the same means as the output of ludus strength', async () => {
    const folder = mkdtempSync(`${tmpdir()}/ludus-strength-`);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const player = kitOf(id).players.at(-2)!.name;
    const { stdout, stderr } = await runHere(
      ['strength', '-g', id, '--players', player, '--seeds', '2', '-j', '2'],
      folder,
    );
    const means = (await row(id, player, strength.seeds.slice(0, 2))).map(Math.round);
    expect(
      stdout.split('\n').map((line) => line.split(/ +/)),
      stderr,
    ).toContainEqual([player, ...means.map(String)]);
  });
});

test.each(['madmax', 'starwar'])(
  'Dummy in %s scores at least as much as the original Dummy on every board',
  async (id) => {
    const { boards, rows } = kitOf(id).strength!;
    const means = await row(id, 'Dummy');
    boards.forEach((board, index) => {
      expect(means[index], board).toBeGreaterThanOrEqual(rows[1].means[index]);
    });
  },
);
