import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import { type Briefing, crashFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import type { TalltalesBoard } from '../rules/board.ts';
import type { TalltalesMove } from '../rules/move.ts';
import type { TalltalesState } from '../rules/state.ts';
import { connect, playRound, TalltalesPlayer } from './api.ts';

/** Saved before a page removes all functions that compile strings. */
const sourceOf = Function.prototype.toString;

/**
 * Turns a module's export into a player that can be started. If the export isn't a player, returns words about the
 * error that can follow the player's name.
 */
export function makePlayer(code: unknown): (() => TalltalesPlayer) | string {
  if (typeof code !== 'function')
    return 'has no default export that is a class which extends TalltalesPlayer, or a function';
  if (code.prototype instanceof TalltalesPlayer) return () => new (code as new () => TalltalesPlayer)();
  if (/^class\b/.test(sourceOf.call(code))) return 'exports a class that does not extend TalltalesPlayer';
  const play = code as (player: TalltalesPlayer) => void;
  return () =>
    new (class extends TalltalesPlayer {
      play(): void {
        // The result is checked as for any other player.
        // biome-ignore lint/correctness/noVoidTypeReturn: a promise must not get lost
        return play(this);
      }
    })();
}

/**
 * A built-in player in the referee's process: without a budget or a sandbox. It receives its seat's observations. If
 * the code isn't a player, returns words about the error, as `makePlayer` does.
 */
export function openPlayer(
  name: string,
  code: unknown,
  output: PlayerOutput = SILENT_OUTPUT,
): PlayerRunner<TalltalesBoard, TalltalesState, TalltalesMove> | string {
  const make = makePlayer(code);
  if (typeof make === 'string') return make;
  let player: TalltalesPlayer;
  return {
    name,
    start(_board: TalltalesBoard, state: TalltalesState, { seat }: Briefing) {
      try {
        player = make();
        player[connect](state, seat, output);
      } catch (error) {
        throw crashFault(name, 'before the first round', error);
      }
    },
    play(state: TalltalesState, move: TalltalesMove, generator: PlayerGenerator) {
      try {
        player[playRound](state, move, generator);
      } catch (error) {
        throw crashFault(name, `in round ${state.round}`, error);
      }
    },
  };
}
