import type { AnyRunner, Briefing, PlayerGenerator } from '@ludus/game/player-runner.ts';
import type { PlayerApi } from '../../player-api.ts';
import './arrays.ts';
import { output } from './world.ts';

/** The player's side of a game, which follows the match by reading the referee's messages (bytes). */
export interface MatchFollower<Board, State, Move> {
  /** Reads the message before the first round. */
  start(told: Uint8Array): { readonly board: Board; readonly state: State; readonly briefing: Briefing };
  /** Reads the message of a round: updates the state, and returns the state of the player's generator. */
  round(told: Uint8Array): number;
  /** Returns a new, empty move. */
  newMove(): Move;
  clearMove(move: Move): void;
  /** Encodes a move as the answer. `generator`: the current state of the player's generator. */
  answer(move: Move, generator: number): ArrayBuffer | string;
}

/** The functions that the engine calls (engine/ludus.c). */
export interface Guest {
  open(module: { readonly default?: unknown }): void;
  start(buffer: ArrayBuffer, length: number): void;
  play(buffer: ArrayBuffer, length: number): ArrayBuffer | string;
}

/**
 * The player's side of a game, inside the engine. A player's module becomes a player as in the referee's process, and
 * sees a state like the referee's.
 */
export function guestOf<Board, State, Move>(
  api: Pick<PlayerApi, 'open'>,
  following: MatchFollower<Board, State, Move>,
): Guest {
  let runner: AnyRunner;
  let state: State;
  const move = following.newMove();
  const generator: PlayerGenerator = { state: 1 };
  return {
    open(module) {
      const opened = api.open('', module.default, output);
      if (typeof opened === 'string') throw new TypeError(`it ${opened}`);
      runner = opened;
    },
    start(buffer, length) {
      const told = following.start(new Uint8Array(buffer, 0, length));
      state = told.state;
      bare(() => runner.start?.(told.board, state, told.briefing));
    },
    play(buffer, length) {
      generator.state = following.round(new Uint8Array(buffer, 0, length));
      following.clearMove(move);
      bare(() => runner.play(state, move, generator));
      return following.answer(move, generator.state);
    },
  };
}

/**
 * Rethrows the cause of an error. The referee's code adds words to errors, but here the player's own error with its
 * location is needed.
 */
function bare(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    throw error instanceof Error && 'cause' in error ? error.cause : error;
  }
}
