import { firstSeats, type Teams } from '@ludus/game/teams.ts';
import type { MatchResult, PlannedMatch } from '../words.ts';
import { placesOf } from './places.ts';

/** The result of a match by seat: the game's scores, and the disqualified seats. */
export interface MatchScores {
  readonly scores: readonly number[];
  /** Seats in ascending order. */
  readonly out: readonly number[];
}

/** Returns the rated result of a planned match. Disqualified players are placed below all others, by their scores. */
export function resultFrom(match: PlannedMatch, { scores, out }: MatchScores, teams?: Teams): MatchResult {
  const places = placesOf(scores, out, teams);
  const first = firstSeats(scores.length, teams);
  return {
    match: match.number,
    board: match.board,
    seats: match.seats.map((version, side) => {
      const seat = first[side];
      return { version, seat, points: scores[seat], place: places[seat] };
    }),
  };
}
