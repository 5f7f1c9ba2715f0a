import { PlayerFault } from '@ludus/game/player-runner.ts';
import { inRevision } from '@ludus/game/replay.ts';
import type { RunSetup } from '@ludus/lab/results.ts';
import type { PreparedRun } from '@ludus/lab/serve-matches.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { type OpenContext, PlayerRejectedError, type PlayerSource, resolvePlayer } from '@ludus/runtime/resolve.ts';
import { contextOf } from '../context.ts';
import { loadGame } from '../games-for-board.ts';

/**
 * Reads a run's boards and prepares its players in the process that plays its matches. `isolated`: runs each player
 * from a user's file in a separate process.
 */
export async function makeReady(
  setup: RunSetup,
  isolated: boolean,
): Promise<Pick<PreparedRun, 'game' | 'boards' | 'sources'>> {
  const { budget, folder, limits, target } = setup;
  const game = inRevision(await loadGame(setup.game), setup.revision);
  const boards = setup.boards.map(({ name, text }) => {
    const board = game.readBoard(text);
    if (!board.ok) throw new Error(`${name}: ${board.problem.message}`);
    return board.value;
  });
  const sources = [];
  const context = await contextOf(game, { budget, folder, limits, target, isolated: isolated });
  for (const { name, spec } of setup.players) sources.push(await prepare(name, spec, context));
  return { game, boards, sources };
}

/**
 * Finds a player. If the player's file loaded before the run, but fails to load in this process, the player loses all
 * matches in which it plays.
 */
async function prepare(name: string, spec: string, context: OpenContext): Promise<PlayerSource> {
  try {
    return await resolvePlayer(spec, PLAYER_KINDS, context);
  } catch (error) {
    if (!(error instanceof PlayerRejectedError)) throw error;
    const refuse = (): never => {
      throw new PlayerFault('crash', `${error.message}.`);
    };
    return { name, open: () => ({ name, start: refuse, play: refuse }) };
  }
}
