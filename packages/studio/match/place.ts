export interface Place {
  readonly place: number;
  readonly places: number;
  readonly isShared: boolean;
  readonly score: number;
}

/**
 * The place of a seat, as determined by the scores. Seats with equal scores share a place. All seats of a team are
 * treated as one seat.
 */
export function placeOf(scores: readonly number[], seat: number, teams: readonly number[] | undefined): Place {
  const firsts = scores.map((_, at) => at).filter((at) => !teams || teams.indexOf(teams[at]) === at);
  const own = scores[seat];
  const ahead = firsts.filter((at) => scores[at] > own).length;
  const equal = firsts.filter((at) => scores[at] === own).length;
  return { place: ahead + 1, places: firsts.length, isShared: equal > 1, score: own };
}
