import { placesOf } from '@ludus/lab/statistics.ts';
import type { MatchResult, PlannedMatch } from '../words.ts';
import type { Random } from './random.ts';

/** One unit of strength on the logarithmic scale, in Elo. */
const ELO = 400 / Math.LN10;

/**
 * Draws the result of a match between players of known strength (in Elo), by the Plackett–Luce model. `number`: the
 * result's number.
 */
export function modelResult(
  match: PlannedMatch,
  number: number,
  strength: (version: number) => number,
  random: Random,
): MatchResult {
  const scores = match.seats.map((version) => strength(version) / ELO - Math.log(-Math.log(random.inside())));
  const places = placesOf(scores);
  return {
    match: number,
    board: match.board,
    seats: match.seats.map((version, seat) => ({ version, seat, points: scores[seat], place: places[seat] })),
  };
}
