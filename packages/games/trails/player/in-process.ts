import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import { type Briefing, crashFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import type { TrailsBoard } from '../rules/board.ts';
import type { TrailsMove } from '../rules/move.ts';
import type { TrailsState } from '../rules/state.ts';
import { connect, playRound, TrailsPlayer } from './api.ts';

/** Saved before a page removes all functions that compile strings. */
const sourceOf = Function.prototype.toString;

/**
 * Turns a module's export into a player that can be started. If the export isn't a player, returns words about the
 * error that can follow the player's name.
 */
export function makePlayer(code: unknown): (() => TrailsPlayer) | string {
  if (typeof code !== 'function')
    return 'has no default export that is a class which extends TrailsPlayer, or a function';
  if (code.prototype instanceof TrailsPlayer) return () => new (code as new () => TrailsPlayer)();
  if (/^class\b/.test(sourceOf.call(code))) return 'exports a class that does not extend TrailsPlayer';
  const play = code as (player: TrailsPlayer) => void;
  return () =>
    new (class extends TrailsPlayer {
      play(): void {
        // The result is checked as for any other player.
        // biome-ignore lint/correctness/noVoidTypeReturn: a promise must not get lost
        return play(this);
      }
    })();
}

/**
 * A trusted TypeScript player in the referee's process: without a budget or a sandbox. It reads the referee's state. If
 * the code isn't a player, returns words about the error, as `makePlayer` does.
 */
export function openPlayer(
  name: string,
  code: unknown,
  output: PlayerOutput = SILENT_OUTPUT,
): PlayerRunner<TrailsBoard, TrailsState, TrailsMove> | string {
  const make = makePlayer(code);
  if (typeof make === 'string') return make;
  let player: TrailsPlayer;
  return {
    name,
    start(_board: TrailsBoard, state: TrailsState, { seat }: Briefing) {
      try {
        player = make();
        player[connect](state, seat, output);
      } catch (error) {
        throw crashFault(name, 'before the first round', error);
      }
    },
    play(state: TrailsState, move: TrailsMove, generator: PlayerGenerator) {
      if (state.endedIn[player.me] !== 0) return;
      try {
        player[playRound](move, generator);
      } catch (error) {
        throw crashFault(name, `in round ${state.round}`, error);
      }
    },
  };
}
