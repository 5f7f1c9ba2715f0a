import type { AnyGame } from '@ludus/game/game.ts';
import { firstSeats, seatSides, type Teams, teamsOn } from '@ludus/game/teams.ts';
import { boardText } from './rounds/board-text.ts';
import type { Seated } from './words.ts';

/**
 * Teams in a contest. Whatever is drawn, placed, and rated has one entrant per side: a team, or a seat that plays for itself. An
 * entrant's bot plays all seats of its team. A stored match has one player per seat, and with teams each names its team.
 */
export interface Sides {
  readonly sides: number;
  readonly teams: Teams | undefined;
}

/** Returns the sides on a board of a contest, by its text; boards that the game generates all have the same. */
export function sidesOfBoard(game: AnyGame, board: { readonly text: string; readonly seats: number }): Sides {
  // Most games have no teams, and reading a board takes time.
  const read = game.teamsOf && game.readBoard(boardText(game, board.text, 1));
  const teams = read?.ok ? teamsOn(game, read.value) : undefined;
  return { sides: teams ? Math.max(...teams) + 1 : board.seats, teams };
}

/**
 * Seats one player per side.
 *
 * @example
 * expandSides([anna, bob], [0, 1, 0, 1]); // Anna at seats 0 and 2, of team 0; Bob at seats 1 and 3, of team 1
 */
export function expandSides(sides: readonly Seated[], teams: Teams | undefined): Seated[] {
  return teams ? seatSides(sides, teams).map((seated, seat) => ({ ...seated, team: teams[seat] })) : [...sides];
}

/** Returns the teams of a stored match, by seat; undefined if each seat plays for itself. */
export function teamsIn(seats: readonly Seated[]): Teams | undefined {
  return seats.some(({ team }) => team !== undefined) ? seats.map(({ team }, seat) => team ?? seat) : undefined;
}

/** Returns the player of each side of a stored match: what `expandSides` was given. */
export function collapseSeats(seats: readonly Seated[]): Seated[] {
  return firstSeatsOf(seats).map((seat) => asGiven(seats[seat]));
}

/** Returns the first seat of each side of a stored match. */
export const firstSeatsOf = (seats: readonly Seated[]): readonly number[] => firstSeats(seats.length, teamsIn(seats));

/** A seated player without its team, and without what it had of the fuel: it may have more or less in the next match. */
function asGiven(seated: Seated): Seated {
  if (seated.kind === 'builtin') return { kind: seated.kind, name: seated.name };
  return { kind: seated.kind, module: seated.module, version: seated.version };
}

/** Returns whether two seats of a stored match play together: seats of one team, or one and the same seat. */
export function isSameSide(seats: readonly Seated[], one: number, other: number): boolean {
  return one === other || (seats[one].team !== undefined && seats[one].team === seats[other].team);
}
