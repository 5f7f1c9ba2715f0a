import type { AnyGame } from '@ludus/game/game.ts';
import { describeSeats } from '@ludus/game/game.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { BoardSource } from '@ludus/lab/batch/plan.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * The number of players in each match of a run, for a game with several sizes. It is a fixed number, the fewest that are enough,
 * or the number of each board.
 */
export type SeatsWanted = { readonly exactly: number } | { readonly atLeast: number } | 'any';

/**
 * The boards that a run is played on, all for the same number of players. Of the built-in boards it takes those that fit. Boards
 * that the user named (`named`) are all played on, or cause an error.
 */
export function boardsFor(game: AnyGame, boards: readonly BoardSource[], wanted: SeatsWanted, named: boolean) {
  if (game.seats.length === 1) return { boards, seats: fitting(game, game.seats, wanted) };
  if (boards.length === 0) return { boards, seats: fitting(game, [game.seatsOf(game.generateBoard!(1))], wanted) };
  const found = boards.map((board) => ({ board, seats: seatsOf(game, board) }));
  const numbers = [...new Set(found.map(({ seats }) => seats))].sort((a, b) => a - b);
  if (wanted === 'any') return { boards, seats: numbers[0] };
  if (named && numbers.length > 1) {
    const [first] = found;
    const other = found.find((each) => each.seats !== first.seats)!;
    throw new UsageError(
      `the boards are for different numbers of players: ${first.board.name} for ${first.seats}, ${other.board.name} for ${other.seats}`,
    );
  }
  const seats = fitting(game, numbers, wanted);
  return { seats, boards: found.filter((each) => each.seats === seats).map(({ board }) => board) };
}

function seatsOf(game: AnyGame, { name, text }: BoardSource): number {
  const read = game.readBoard(text);
  if (!read.ok) throw new UsageError(`${name}: ${describeProblem(read.problem)}`);
  return game.seatsOf(read.value);
}

/** One of the numbers (ascending) that there are boards for. */
function fitting(game: AnyGame, numbers: readonly number[], wanted: SeatsWanted): number {
  if (wanted === 'any') return numbers[0];
  if ('atLeast' in wanted) return numbers.find((number) => number >= wanted.atLeast) ?? numbers[numbers.length - 1];
  if (numbers.includes(wanted.exactly)) return wanted.exactly;
  const on = numbers.length < game.seats.length ? ' on these boards' : '';
  throw new UsageError(`a match of ${game.title}${on} needs ${describeSeats(numbers)} players, not ${wanted.exactly}`);
}
