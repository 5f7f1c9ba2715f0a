import type { AnyGame } from '@ludus/game/game.ts';
import { firstSeats, seatSides, type Teams, teamsOn } from '@ludus/game/teams.ts';
import { boardText } from './rounds/board-text.ts';
import type { SeatInput } from './words.ts';

/**
 * The sides of a board in a contest. Draws, places, and ratings have one entrant per side: a team, or a single seat
 * without a team. An entrant's bot plays all seats of its team. A stored match has one player per seat, each with its
 * team if there are teams.
 */
export interface Sides {
  readonly sides: number;
  readonly teams: Teams | undefined;
}

/** Returns the sides on a contest's board. All boards that the game generates have the same sides. */
export function sidesOfBoard(game: AnyGame, board: { readonly text: string; readonly seats: number }): Sides {
  // Reading a board takes time, so boards are read only for games with teams.
  const read = game.teamsOf && game.readBoard(boardText(game, board.text, 1));
  const teams = read?.ok ? teamsOn(game, read.value) : undefined;
  return { sides: teams ? Math.max(...teams) + 1 : board.seats, teams };
}

/**
 * Returns the player of each seat, from one player per side.
 *
 * @example
 * expandSides([anna, bob], [0, 1, 0, 1]); // Anna at seats 0 and 2, of team 0; Bob at seats 1 and 3, of team 1
 */
export function expandSides(sides: readonly SeatInput[], teams: Teams | undefined): SeatInput[] {
  return teams ? seatSides(sides, teams).map((seated, seat) => ({ ...seated, team: teams[seat] })) : [...sides];
}

/** Returns the teams of a stored match, by seat; undefined if there are none. */
export function teamsIn(seats: readonly SeatInput[]): Teams | undefined {
  return seats.some(({ team }) => team !== undefined) ? seats.map(({ team }, seat) => team ?? seat) : undefined;
}

/** Returns the player of each side of a stored match: the reverse of `expandSides`. */
export function collapseSeats(seats: readonly SeatInput[]): SeatInput[] {
  return firstSeatsOf(seats).map((seat) => asGiven(seats[seat]));
}

/** Returns the first seat of each side of a stored match. */
export const firstSeatsOf = (seats: readonly SeatInput[]): readonly number[] =>
  firstSeats(seats.length, teamsIn(seats));

/**
 * Returns a seated player without the team and the seconds of fuel, since both may differ in the player's next match.
 */
function asGiven(seated: SeatInput): SeatInput {
  if (seated.kind === 'builtin') return { kind: seated.kind, name: seated.name };
  return { kind: seated.kind, module: seated.module, version: seated.version };
}

/** Checks whether two seats of a stored match are on the same side: seats of one team, or the same seat. */
export function isSameSide(seats: readonly SeatInput[], one: number, other: number): boolean {
  return one === other || (seats[one].team !== undefined && seats[one].team === seats[other].team);
}
