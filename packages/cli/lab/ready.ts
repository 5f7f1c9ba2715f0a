import type { RunSetup } from '@ludus/lab/batch/plan.ts';
import type { ReadyRun } from '@ludus/lab/batch/play.ts';
import { resolvePlayer } from '@ludus/runtime/resolve.ts';
import { contextOf } from '../context.ts';
import { gameNamed } from '../games.ts';
import { PLAYER_KINDS } from '../kinds.ts';

/** Reads a run's boards and prepares its players in the process that plays its matches. */
export async function makeReady(setup: RunSetup): Promise<Omit<ReadyRun, 'setup' | 'salt'>> {
  const { budget, folder } = setup;
  const game = gameNamed(setup.game);
  const boards = setup.boards.map(({ name, text }) => {
    const board = game.readBoard(text);
    if (!board.ok) throw new Error(`${name}: ${board.problem.message}`);
    return board.value;
  });
  const sources = [];
  const context = await contextOf(game, { budget, folder });
  for (const { spec } of setup.players) sources.push(await resolvePlayer(spec, PLAYER_KINDS, context));
  return { game, boards, sources };
}
