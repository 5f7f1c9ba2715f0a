import { type PlayerOutput, SILENT } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import type { MobBoard } from '../rules/board.ts';
import type { MobMove } from '../rules/moves.ts';
import type { MobState } from '../rules/state.ts';
import { fillMove, MobGame, type MobPlayer } from './api.ts';

/**
 * A trusted TypeScript player in the referee's own process: no budget, no sandbox. It sees the referee's own state, so nothing
 * is simulated twice. An exception loses the game as a lost connection does.
 */
export function inProcessMob(
  name: string,
  player: MobPlayer,
  output: PlayerOutput = SILENT,
): PlayerPort<MobBoard, MobState, MobMove> {
  let game: MobGame;
  const guarded = <T>(when: string, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (error instanceof PlayerFault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new PlayerFault('crash', `${name} threw ${when}: ${reason}`);
    }
  };
  return {
    name,
    start(_board: MobBoard, state: MobState, briefing: Briefing) {
      game = new MobGame(state, briefing.seat, { state: 1 + briefing.seat }, output);
      guarded('before the first turn', () => player.start?.(game));
    },
    play(_state: MobState, move: MobMove, generator: PlayerGenerator) {
      game.generator = generator;
      guarded(`in turn ${game.turn + 1}`, () => fillMove(move, player.move(game)));
    },
  };
}
