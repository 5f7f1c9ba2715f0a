import type { AnyGame } from '@ludus/game/game.ts';
import { describeSeats } from '@ludus/game/game.ts';
import { sidesOn, type Teams, teamsOn } from '@ludus/game/teams.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { BoardSource } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * The number of players that the boards of a run must have: a fixed number, a minimum, or any number. It matters for
 * games whose boards differ in size.
 */
export type SeatRequirement = { readonly exactly: number } | { readonly atLeast: number } | 'any';

/**
 * Selects the boards of a run, all for the same number of players. Built-in boards are used if they fit. Boards that
 * the user named (`named`) are all used, or cause an error. `others`: the names of built-in boards that have the right
 * number of players, but other teams than the selected boards.
 */
export function boardsFor(game: AnyGame, boards: readonly BoardSource[], wanted: SeatRequirement, named: boolean) {
  if (game.seats.length === 1 && !game.teamsOf)
    return { boards, seats: fitting(game, game.seats, wanted), teams: undefined, others: [] };
  if (boards.length === 0) {
    const made = game.generateBoard!(1);
    return { boards, seats: fitting(game, [sidesOn(game, made)], wanted), teams: teamsOn(game, made), others: [] };
  }
  const found = boards.map((board) => ({ board, ...playersOf(game, board) }));
  const numbers = [...new Set(found.map(({ seats }) => seats))].sort((a, b) => a - b);
  if (wanted === 'any') return { boards, seats: numbers[0], teams: undefined, others: [] };
  if (named && numbers.length > 1) {
    const [first] = found;
    const other = found.find((each) => each.seats !== first.seats)!;
    throw new UsageError(
      `the boards are for different numbers of players: ${first.board.name} for ${first.seats}, ${other.board.name} for ${other.seats}`,
    );
  }
  const seats = fitting(game, numbers, wanted);
  const fit = found.filter((each) => each.seats === seats);
  // If these are built-in boards, keeps only the largest group of boards that have the same teams.
  const alikeTo = ({ teams }: (typeof fit)[number]) => fit.filter((each) => String(each.teams) === String(teams));
  const alike = fit.map(alikeTo).reduce((most, each) => (each.length > most.length ? each : most));
  const others = fit.filter((each) => !alike.includes(each)).map(({ board }) => board.name);
  const [{ teams, board }] = alike;
  if (named && others.length > 0)
    throw new UsageError(
      `the boards have different teams: ${board.name} and ${others[0]}; name only boards with the same teams`,
    );
  return { seats, teams, boards: alike.map((each) => each.board), others };
}

/** Checks whether a game's generated boards fit the requested number of players. */
export function isMadeFor(game: AnyGame, wanted: SeatRequirement): boolean {
  const seats = sidesOn(game, game.generateBoard!(1));
  if (wanted === 'any') return true;
  return 'exactly' in wanted ? seats === wanted.exactly : seats >= wanted.atLeast;
}

/** Returns the number of players in a match on this board, one per seat or per team, and the teams. */
function playersOf(
  game: AnyGame,
  { name, text }: BoardSource,
): { readonly seats: number; readonly teams: Teams | undefined } {
  const read = game.readBoard(text);
  if (!read.ok) throw new UsageError(`${name}: ${describeProblem(read.problem)}`);
  return { seats: sidesOn(game, read.value), teams: teamsOn(game, read.value) };
}

/** Selects the number of players, from the numbers (ascending) for which there are boards. */
function fitting(game: AnyGame, numbers: readonly number[], wanted: SeatRequirement): number {
  if (wanted === 'any') return numbers[0];
  if ('atLeast' in wanted) return numbers.find((number) => number >= wanted.atLeast) ?? numbers[numbers.length - 1];
  if (numbers.includes(wanted.exactly)) return wanted.exactly;
  const on = game.teamsOf || numbers.length < game.seats.length ? ' on these boards' : '';
  const why = game.teamsOf ? ': one player plays all seats of a team' : '';
  throw new UsageError(
    `a match of ${game.title}${on} needs ${describeSeats(numbers)} players, not ${wanted.exactly}${why}`,
  );
}
