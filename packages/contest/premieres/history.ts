/** The earlier matches of a premiere's sides, for the commentary. */

/** A match of the ladder, by side: the entrant's number (null for a built-in bot) and its place. */
export interface PastMatch {
  readonly sides: readonly { readonly entrant: number | null; readonly place: number }[];
}

export interface PremiereHistory {
  /** By side: the place on the ladder; null if there is none. */
  readonly places: readonly (number | null)[];
  /** By side: the number of wins in a row; negative: the number of matches in a row without a win. */
  readonly streaks: readonly number[];
  /**
   * For each pair of sides that have met: how often each side was ahead, and which side was ahead last time (null:
   * neither).
   */
  readonly meetings: readonly {
    readonly one: number;
    readonly other: number;
    readonly ahead: readonly [number, number];
    readonly last: number | null;
  }[];
}

/**
 * @param entrants by side
 * @param past the newest first
 */
export function historyOf(
  entrants: readonly (number | null)[],
  past: readonly PastMatch[],
  places: PremiereHistory['places'],
): PremiereHistory {
  const streaks = entrants.map((entrant) => {
    let streak = 0;
    if (entrant === null) return streak;
    for (const { sides } of past) {
      const place = placeIn(sides, entrant);
      if (place === undefined) continue;
      const won = sides.every((side) => side.entrant === entrant || side.place > place);
      if (streak !== 0 && won !== streak > 0) break;
      streak += won ? 1 : -1;
    }
    return streak;
  });
  const pairs = entrants.flatMap((_, one) => entrants.slice(one + 1).map((_, at) => ({ one, other: one + 1 + at })));
  const meetings = pairs.flatMap(({ one, other }) => {
    const [mine, theirs] = [entrants[one], entrants[other]];
    if (mine === null || theirs === null || mine === theirs) return [];
    const ahead: [number, number] = [0, 0];
    let last: number | null | undefined;
    for (const { sides } of past) {
      const [own, rival] = [placeIn(sides, mine), placeIn(sides, theirs)];
      if (own === undefined || rival === undefined) continue;
      if (own < rival) ahead[0]++;
      if (rival < own) ahead[1]++;
      if (last === undefined) last = own < rival ? one : rival < own ? other : null;
    }
    return last === undefined ? [] : [{ one, other, ahead, last }];
  });
  return { places, streaks, meetings };
}

/**
 * Returns an entrant's place in a match, the best place if the entrant played several sides; undefined if the entrant
 * didn't play.
 */
function placeIn(sides: PastMatch['sides'], entrant: number): number | undefined {
  const own = sides.filter((side) => side.entrant === entrant).map(({ place }) => place);
  return own.length === 0 ? undefined : Math.min(...own);
}
