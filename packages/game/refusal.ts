import type { Game } from './game.ts';
import { observed } from './secret-randomness.ts';

/**
 * Returns the reason why the rules don't allow a move, as a message without a full stop; undefined if they do. `state`
 * is the seat's observation. The empty move is always allowed.
 */
export function whyRefused<S, M>(
  game: Pick<Game<never, S, M>, 'legal' | 'refuse' | 'move' | 'newMove'>,
  state: S,
  seat: number,
  move: M,
): string | undefined {
  if (game.refuse === undefined && game.legal === undefined) return undefined;
  const text = game.move.print(move);
  if (text === game.move.print(game.newMove())) return undefined;
  if (game.refuse) return game.refuse(state, seat, move);
  const allowed = game.legal!(state, seat).map((each) => game.move.print(each));
  if (allowed.includes(text)) return undefined;
  const shown = allowed.length > 12 ? `${allowed.slice(0, 12).join(', ')} …` : allowed.join(', ');
  return `${text} isn’t allowed here: choose ${shown}`;
}

/**
 * Returns the moves that a seat may choose now: empty if it doesn't act; undefined if the game doesn't list moves.
 * `state` is the whole state. The moves are derived from the seat's observation of it.
 *
 * @example allowedMoves(game, state, 0)?.map((move) => game.move.print(move)); // ['left', 'stay']
 */
export function allowedMoves<S, M>(
  game: Pick<Game<never, S, M>, 'actors' | 'isOver' | 'legal' | 'observe' | 'setGenerator'>,
  state: S,
  seat: number,
): readonly M[] | undefined {
  if (game.legal === undefined) return undefined;
  if (game.isOver(state) || game.actors?.(state).includes(seat) === false) return [];
  return game.legal(observed(game, state, seat), seat);
}
