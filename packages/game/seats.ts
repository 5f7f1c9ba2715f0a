import type { AnyGame } from './game.ts';

/** `4`, `2 or 4`, `2, 3 or 4`: the numbers of players that a match may have, in a sentence. */
export function describeSeats(seats: readonly number[]): string {
  return seats.length < 2 ? seats.join() : `${seats.slice(0, -1).join(', ')} or ${seats[seats.length - 1]}`;
}

/** Why a match on this board cannot have so many players, as a sentence; undefined where it can. */
export function playerCountProblem(game: AnyGame, board: unknown, players: number): string | undefined {
  const seats = game.seatsOf(board);
  if (players === seats) return undefined;
  const on = game.seats.length > 1 && game.seats.includes(players) ? ' on this board' : '';
  return `a match of ${game.title}${on} needs ${describeSeats(on === '' ? game.seats : [seats])} players, not ${players}`;
}
