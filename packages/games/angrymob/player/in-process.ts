import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import {
  type AnyRunner,
  type Briefing,
  crashFault,
  type PlayerGenerator,
  type PlayerRunner,
} from '@ludus/game/player-runner.ts';
import type { MobBoard } from '../rules/board.ts';
import type { MobMove } from '../rules/moves.ts';
import type { MobState } from '../rules/state.ts';
import { fillMove, MobGame, type MobPlayer } from './api.ts';

/** A player or its class. With a class, each match creates a new player. */
export type MobCode = MobPlayer | (new () => MobPlayer);

/** The error for an export that isn't a player, as words that can follow the player's name. */
export const NO_PLAYER = 'has no default export that is a class or an object with move(), or a function';

/** The player in a module's default export: a class, an object with `move`, or the function `move` itself. */
export function playerOf(exported: unknown): MobCode | undefined {
  if (typeof exported === 'function') {
    if (typeof exported.prototype?.move === 'function') return exported as new () => MobPlayer;
    const text = String(exported);
    if (!/^class\b/.test(text)) return { move: exported as MobPlayer['move'] };
    // The function move() may also be inherited, or created for each object.
    return /\b(?:move|extends)\b/.test(text) ? (exported as new () => MobPlayer) : undefined;
  }
  return typeof (exported as MobPlayer | undefined)?.move === 'function' ? (exported as MobPlayer) : undefined;
}

/** Opens a module's default export as a player, or returns a message about the error in it. */
export function openMob(name: string, exported: unknown, output?: PlayerOutput): AnyRunner | string {
  const code = playerOf(exported);
  return code ? inProcessMob(name, code, output) : NO_PLAYER;
}

/**
 * A trusted TypeScript player in the referee's process: without a budget or a sandbox. It sees the referee's state, so
 * nothing is simulated twice. An exception loses the game, just as a lost connection does.
 */
export function inProcessMob(
  name: string,
  code: MobCode,
  output: PlayerOutput = SILENT_OUTPUT,
): PlayerRunner<MobBoard, MobState, MobMove> {
  let game: MobGame;
  let player: MobPlayer;
  return {
    name,
    start(_board: MobBoard, state: MobState, briefing: Briefing) {
      game = new MobGame(state, briefing.seat, { state: 1 + briefing.seat }, output);
      try {
        player = typeof code === 'function' ? new code() : code;
        player.start?.(game);
      } catch (error) {
        throw crashFault(name, 'before the first turn', error);
      }
    },
    play(_state: MobState, move: MobMove, generator: PlayerGenerator) {
      game.generator = generator;
      try {
        fillMove(move, player.move(game));
      } catch (error) {
        throw crashFault(name, `in round ${game.turn}`, error);
      }
    },
  };
}
