import { groupsOf } from './cuts.ts';
import { goneBefore, insideOf, summed } from './round.ts';
import type { Index, RoundState } from './state.ts';
import { compareTallies, meanOf, NOTHING } from './tally.ts';

/** A row of a round's table. */
export interface RoundStanding {
  readonly entrant: number;
  readonly submission: number;
  /** The place, from 1; tied entrants share the best of their places. */
  readonly place: number;
  /** The mean share (0 to 1) or the mean score, rounded to six decimals. */
  readonly points: number;
  /** Number of counted matches (without tie-break matches), and number of tie-break matches. */
  readonly matches: number;
  readonly playedOn: number;
  /** The stage (from 1) after which the entrant was eliminated; null: the entrant stayed to the end. */
  readonly out: number | null;
  /** The stage (from 1) before which the entrant withdrew; null: the entrant didn't withdraw. */
  readonly withdrew: number | null;
  /** Whether the secret decided between this entrant and tied entrants. */
  readonly drawn: boolean;
  /** The place that determines the entrant's mark, so that no entrant gets a worse mark by lot (docs/finals.md §5). */
  readonly markPlace: number;
}

/** Returns the table of a round: final when the round is over, otherwise provisional. */
export function standing(state: RoundState): RoundStanding[] {
  const { setup, closed } = state;
  const { counts, seats } = setup.terms;
  const totals = summed(closed.map(({ tally }) => tally));
  const on = summed(closed.map(({ tallyOn }) => tallyOn));
  const fell = new Map(closed.flatMap(({ out }, stage) => out.flat().map((index) => [index, stage + 1] as const)));
  const drawn = new Set(closed.flatMap(({ decisions }) => decisions.flatMap((decision) => decision.drawn)));
  const withdrew = new Map<Index, number>();
  for (let stage = closed.length; stage >= 0; stage--)
    for (const index of goneBefore(setup, stage)) if (!fell.has(index)) withdrew.set(index, stage + 1);
  const unit = counts === 'places' ? 2 * (seats - 1) : 1;
  // The players eliminated by lot in a stage, and all players placed behind others by lot if the last stage decides the
  // places.
  const behind = new Set(
    closed.flatMap(({ decisions, out }) => {
      const gone = new Set(out.flat());
      return decisions.flatMap((decision) =>
        decision.behind.filter((index) => decision.cut.over === 'all' || gone.has(index)),
      );
    }),
  );
  let before = 0;
  let lastMark = 1;
  return order(state, withdrew).flatMap((group) => {
    const place = before + 1;
    before += group.length;
    const rows = group.map((index) => {
      const reached = totals.get(index) ?? NOTHING;
      const { entrant, submission } = setup.entrants[index];
      return {
        entrant,
        submission,
        place,
        points: Math.round((meanOf(reached) / unit) * 1e6) / 1e6,
        matches: reached.matches,
        playedOn: on.get(index)?.matches ?? 0,
        out: fell.get(index) ?? null,
        withdrew: withdrew.get(index) ?? null,
        drawn: drawn.has(index),
        markPlace: behind.has(index) ? lastMark : place,
      };
    });
    lastMark = Math.max(...rows.map(({ markPlace }) => markPlace));
    return rows;
  });
}

/** Returns all players, the best first; players in one group share their place. */
function order(state: RoundState, withdrew: ReadonlyMap<Index, number>): (readonly Index[])[] {
  const { closed } = state;
  const last = closed.at(-1);
  const decided = last?.decisions.find(({ cut }) => cut.over === 'all');
  const left = (stage: number) => [...withdrew].filter(([, at]) => at === stage).map(([index]) => index);
  const groups: (readonly Index[])[] = decided === undefined ? stillIn(state) : [...decided.groups];
  for (let stage = closed.length; stage >= 0; stage--) {
    if (stage < closed.length) groups.push(...closed[stage].out);
    groups.push(left(stage + 1));
  }
  const seen = new Set<Index>();
  return groups
    .map((group) => group.filter((index) => !seen.has(index) && seen.add(index)))
    .filter(({ length }) => length > 0);
}

/** Returns the active players, by their results so far. */
function stillIn(state: RoundState): Index[][] {
  const totals = summed(state.closed.map(({ tally }) => tally));
  return groupsOf(insideOf(state), (a, b) => compareTallies(totals.get(a) ?? NOTHING, totals.get(b) ?? NOTHING));
}
