import type { Fault, Game } from '@ludus/game/game.ts';
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

/** The referee's first message for a game without hidden information: the board. Messages are ASCII JSON. */
export interface MovesStart {
  readonly board: string;
  readonly seat: number;
  readonly names: readonly string[];
}
/**
 * `past` contains the events since the previous round, in order: a failure, or all players' moves (`MoveText`, by
 * seat).
 */
export interface MovesRound {
  readonly generator: number;
  readonly past: readonly MovesEvent[];
}
export type MovesEvent = { readonly out: number; readonly fault: Fault } | { readonly asked: readonly string[] };

/**
 * Follows a match by replaying it with the game's rules, for games in which the board and the moves determine the
 * state.
 */
export function followMoves<Board, State, Move>(game: Game<Board, State, Move>): MatchFollower<Board, State, Move> {
  let state: State;
  let asked: Move[];
  return {
    start(told) {
      const { board: text, seat, names } = parsed<MovesStart>(told);
      const board = game.readBoard(text);
      if (!board.ok) throw new Error(`the board cannot be read: ${board.problem.message}`);
      state = game.start(board.value, 0);
      asked = Array.from({ length: game.seatsOf(board.value) }, () => game.newMove());
      return { board: board.value, state, briefing: { seat, names } };
    },
    round(told) {
      const { generator, past } = parsed<MovesRound>(told);
      for (const event of past) {
        if ('out' in event) {
          game.freeze(state, event.out, event.fault);
          continue;
        }
        event.asked.forEach((text, seat) => {
          game.clearMove(asked[seat]);
          game.move.read(text, asked[seat]);
        });
        game.advance(state, asked);
      }
      return generator;
    },
    newMove: () => game.newMove(),
    clearMove: (move) => game.clearMove(move),
    answer: (move, generator) => `${generator} ${game.move.print(move)}`,
  };
}

/** The engine cannot decode text: messages are ASCII, with all other characters escaped. */
function parsed<T>(told: Uint8Array): T {
  let text = '';
  const piece = 8192;
  for (let at = 0; at < told.length; at += piece) text += String.fromCharCode(...told.subarray(at, at + piece));
  return JSON.parse(text);
}
