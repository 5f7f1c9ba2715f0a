import type { Fault, Game } from '@ludus/game/game.ts';
import type { MatchFollower } from './guest.ts';

/** The referee's first message for a game without hidden information: the board. Messages are ASCII JSON. */
export interface MovesStart {
  readonly board: string;
  readonly seat: number;
  readonly names: readonly string[];
}
/**
 * `past` contains the events since the previous round, in chronological order: a failure, or all players' moves
 * (`MoveText`, by seat).
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

/** The engine cannot decode text, so messages are ASCII, with all other characters escaped. */
function parsed<T>(told: Uint8Array): T {
  let text = '';
  const piece = 8192;
  for (let at = 0; at < told.length; at += piece) text += String.fromCharCode(...told.subarray(at, at + piece));
  return JSON.parse(text);
}
