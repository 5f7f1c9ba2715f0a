import type { AnyGame } from './game.ts';

/**
 * Teams of a match, by seat: seats with the same number play together. They are numbered from 0 in the order of their
 * first seats. A side is a team or a seat that plays for itself.
 */
export type Teams = readonly number[];

/** Returns the teams of a match on this board; undefined if each seat plays for itself. */
export function teamsOn(game: AnyGame, board: unknown): Teams | undefined {
  const teams = game.teamsOf?.(board);
  return teams?.some((team, seat) => team !== seat) ? teams : undefined;
}

/** Returns the number of sides on this board: the number of teams, or of seats if there are no teams. */
export function sidesOn(game: AnyGame, board: unknown): number {
  const teams = teamsOn(game, board);
  return teams ? Math.max(...teams) + 1 : game.seatsOf(board);
}

/**
 * Assigns one player to each side: all seats of a team get the team's player.
 *
 * @example seatSides(['Ann', 'Bob'], [0, 1, 0, 1]); // ['Ann', 'Bob', 'Ann', 'Bob']
 */
export function seatSides<T>(sides: readonly T[], teams: Teams | undefined): T[] {
  return teams ? teams.map((team) => sides[team]) : [...sides];
}

/** Returns the first seat of each side, in the order of the sides. */
export function firstSeats(seats: number, teams: Teams | undefined): number[] {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return teams ? all.filter((seat) => teams.indexOf(teams[seat]) === seat) : all;
}

/**
 * Returns, by seat, whether the seat counts as disqualified when places are assigned. A team is disqualified once all
 * its players have failed: until then, the remaining players play on, and the team's score determines its place.
 */
export function disqualified(failed: readonly boolean[], teams: Teams | undefined): readonly boolean[] {
  return teams ? teams.map((team) => failed.every((each, seat) => each || teams[seat] !== team)) : failed;
}

/**
 * Returns the reason why a match with this number of seats can't have these teams, as a message; undefined if they can.
 */
export function teamsProblem(teams: unknown, seats: number): string | undefined {
  if (!Array.isArray(teams) || teams.length !== seats)
    return `\`teamsOf\` returns ${JSON.stringify(teams)}, not one team for each of ${seats} seats`;
  let next = 0;
  for (const team of teams) {
    if (!Number.isInteger(team) || team < 0 || team > next)
      return `\`teamsOf\` returns ${JSON.stringify(teams)}: teams must be numbered from 0 in the order of their first seats`;
    if (team === next) next++;
  }
  return next < 2 && seats > 1
    ? `\`teamsOf\` returns ${JSON.stringify(teams)}: there must be at least two teams`
    : undefined;
}
