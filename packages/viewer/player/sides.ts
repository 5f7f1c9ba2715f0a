import type { SeatSummary, Timeline } from '../view/view.ts';

/** The seats of each team, or each seat separately. */
export function sidesOf({ names, teams }: Timeline): readonly (readonly number[])[] {
  const seats = names.map((_, seat) => seat);
  if (!teams) return seats.map((seat) => [seat]);
  return [...new Set(teams)].map((team) => seats.filter((seat) => teams[seat] === team));
}

/** The name of the bot that plays all seats of a team; undefined if several bots play these seats. */
export const teamName = ({ names }: Timeline, side: readonly number[]): string | undefined =>
  side.every((seat) => names[seat] === names[side[0]]) ? names[side[0]] : undefined;

/**
 * The name of a seat, for texts outside its card. If other seats have the same name, the seat's number follows the
 * name.
 */
export const calledAt = ({ names }: Timeline, seat: number): string =>
  names.indexOf(names[seat]) === names.lastIndexOf(names[seat]) ? names[seat] : `${names[seat]} (${seat + 1})`;

/** Compares seats for sorting, with the better seat first: by place, or by score if the game gives no places. */
export const compareSeats = (one: SeatSummary, other: SeatSummary): number =>
  one.place !== undefined && other.place !== undefined
    ? one.place - other.place
    : Number(other.score) - Number(one.score);
