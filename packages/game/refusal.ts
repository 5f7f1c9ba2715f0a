import type { Game } from './game.ts';

/**
 * Returns why the rules don't allow a move, as a sentence without its end; undefined if they do. `state` is what the seat observes. The
 * empty move is always allowed.
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
  return `${text} is not allowed here; allowed are ${shown}`;
}
