import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import { type Briefing, crashFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import type { PeriscopeBoard } from '../rules/board.ts';
import type { PeriscopeMove } from '../rules/move.ts';
import type { PeriscopeState } from '../rules/state.ts';
import { connect, PeriscopePlayer, playTurn } from './api.ts';

/** Saved before a page removes all functions that compile strings. */
const sourceOf = Function.prototype.toString;

/**
 * Turns a module's export into a player that can be started. If the export isn't a player, returns words about the
 * error that can follow the player's name.
 */
export function makePlayer(code: unknown): (() => PeriscopePlayer) | string {
  if (typeof code !== 'function')
    return 'has no default export that is a class which extends PeriscopePlayer, or a function';
  if (code.prototype instanceof PeriscopePlayer) return () => new (code as new () => PeriscopePlayer)();
  if (/^class\b/.test(sourceOf.call(code))) return 'exports a class that does not extend PeriscopePlayer';
  const play = code as (player: PeriscopePlayer) => void;
  return () =>
    new (class extends PeriscopePlayer {
      play(): void {
        // The result is checked as for any other player.
        // biome-ignore lint/correctness/noVoidTypeReturn: a promise must not get lost
        return play(this);
      }
    })();
}

/**
 * A trusted TypeScript player in the referee's process: without a budget or a sandbox. It receives its seat's
 * observations. If the code isn't a player, returns words about the error, as `makePlayer` does.
 */
export function openPlayer(
  name: string,
  code: unknown,
  output: PlayerOutput = SILENT_OUTPUT,
): PlayerRunner<PeriscopeBoard, PeriscopeState, PeriscopeMove> | string {
  const make = makePlayer(code);
  if (typeof make === 'string') return make;
  let player: PeriscopePlayer;
  return {
    name,
    start(_board: PeriscopeBoard, state: PeriscopeState, { seat }: Briefing) {
      try {
        player = make();
        player[connect](state, seat, output);
      } catch (error) {
        throw crashFault(name, 'before the first round', error);
      }
    },
    play(state: PeriscopeState, move: PeriscopeMove, generator: PlayerGenerator) {
      try {
        player[playTurn](state, move, generator);
      } catch (error) {
        throw crashFault(name, `in round ${state.round}`, error);
      }
    },
  };
}
