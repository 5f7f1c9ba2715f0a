import { type Compare, split } from './cuts.ts';
import { summed } from './round.ts';
import { type RoundStanding, standing } from './standing.ts';
import type { ClosedStage, Cut, Decision, Index, Results, RoundMatch, RoundState, Tally } from './state.ts';
import { compareTallies, meanOf, NOTHING, plus, tallyOf } from './tally.ts';

/** One line of a cut as a hall is shown it. */
export interface RevealedRow {
  readonly entrant: number;
  /** The mean share (0…1) or the mean score in what the cut is about; rounded to six decimals. */
  readonly points: number;
  readonly stays: boolean;
}

/** The next thing to show. */
export type RevealStep =
  | {
      readonly kind: 'cut';
      /** From 1. */
      readonly stage: number;
      /** The table (from 1) of a knock-out; null: all who were in. */
      readonly table: number | null;
      /** Best first. */
      readonly rows: readonly RevealedRow[];
      /** They did not play in this stage. */
      readonly byes: readonly number[];
      /** Matches that were played on after a tie. */
      readonly playedOn: readonly number[];
      /** Those between whom the secret drew. */
      readonly drawn: readonly number[];
      /** The match that changed for the last time who stays; null: the secret did. */
      readonly decisive: number | null;
    }
  | {
      readonly kind: 'place';
      readonly place: number;
      readonly rows: readonly RoundStanding[];
      /** The match after which this place was theirs for good; null: no single one decided it. */
      readonly decisive: number | null;
    };

/**
 * The steps of a round's page. First the eliminated players, cut by cut. Then the places, the last first. If the cuts have shown
 * all but the winner, only the winner.
 */
export function* reveal(state: RoundState, results: Results): Generator<RevealStep, void, void> {
  const { setup, closed } = state;
  const byPoints = setup.terms.format.kind === 'round-robin' || setup.terms.format.kind === 'swiss';
  for (const [stage, each] of byPoints ? [] : closed.entries()) yield* cutsOf(state, stage, each, results);
  const table = standing(state);
  const places = [...new Set(table.map(({ place }) => place))];
  const shown = byPoints ? places.reverse() : places.slice(0, 1);
  const decision = closed.at(-1)?.decisions.find(({ cut }) => cut.over === 'all');
  for (const place of shown) {
    const rows = table.filter((row) => row.place === place);
    const boundary = decision?.cut.boundaries.includes(place) ? place : undefined;
    const decisive = boundary === undefined || !decision ? null : decisiveMatch(state, decision, boundary, results);
    yield { kind: 'place', place, rows, decisive };
  }
}

function* cutsOf(state: RoundState, stage: number, closed: ClosedStage, results: Results): Generator<RevealStep> {
  const { setup } = state;
  const knockOut = setup.terms.format.kind === 'knock-out';
  const number = (index: Index) => setup.entrants[index].entrant;
  for (const [table, decision] of closed.decisions.entries()) {
    const members = new Set(decision.cut.members);
    const boundary = decision.cut.boundaries[0];
    const stays = new Set(split(decision, boundary).stay.flat());
    const unit = unitOf(state);
    yield {
      kind: 'cut',
      stage: stage + 1,
      table: knockOut ? table + 1 : null,
      rows: decision.groups.flat().map((index) => ({
        entrant: number(index),
        points: Math.round((meanOf(closed.tally.get(index) ?? NOTHING) / unit) * 1e6) / 1e6,
        stays: stays.has(index),
      })),
      byes: table === 0 ? closed.plan.byes.map(number) : [],
      playedOn: closed.played
        .flat()
        .filter(({ sits }) => sits.some(({ index, counts }) => counts && members.has(index)))
        .map((match) => match.number),
      drawn: decision.drawn.map(number),
      decisive: decisiveMatch(state, decision, boundary, results, stage),
    };
  }
}

const unitOf = ({ setup: { terms } }: RoundState): number => (terms.counts === 'places' ? 2 * (terms.seats - 1) : 1);

/**
 * The last match, in the order of numbers, that changed who is above a boundary. Null if there is none: the secret drew, or it
 * was so from the beginning.
 */
function decisiveMatch(
  { setup, closed }: RoundState,
  decision: Decision,
  boundary: number,
  results: Results,
  stage: number = closed.length - 1,
): number | null {
  const { cut } = decision;
  const ahead = new Set(split(decision, boundary).stay.flat());
  const over = cut.over === 'stage' ? [closed[stage]] : closed;
  const rests = summed(over.map((each) => restsOf(each, results, setup.terms.counts)));
  const running: Map<Index, Tally>[] = [new Map(rests)];
  let decisive: number | null = null;
  let asInTheEnd = false;
  const look = (matches: readonly RoundMatch[], tally: Map<Index, Tally>) => {
    for (const match of matches) {
      const reached = tallyOf([match], results, setup.terms.counts);
      if (!cut.members.some((index) => reached.has(index))) continue;
      for (const [index, more] of reached) tally.set(index, plus(tally.get(index) ?? NOTHING, more));
      const now = isAhead(cut, ahead, running);
      if (now && !asInTheEnd) decisive = match.number;
      asInTheEnd = now;
    }
  };
  look(
    over.flatMap(({ matches }) => matches),
    running[0],
  );
  for (const wave of closed[stage].played) {
    running.push(new Map());
    look(wave, running.at(-1)!);
  }
  return asInTheEnd ? decisive : null;
}

/** The part of a stage's tally that comes from no match: rests that count as won. */
function restsOf({ tally, matches }: ClosedStage, results: Results, counts: 'places' | 'scores'): Map<Index, Tally> {
  const played = tallyOf(matches, results, counts);
  return new Map([...tally].filter(([index]) => !played.has(index)));
}

/** Whether those who stay in the end are before the boundary now, and all others behind it. */
function isAhead(cut: Cut, ahead: ReadonlySet<Index>, tallies: readonly Map<Index, Tally>[]): boolean {
  const compare: Compare = (a, b) => {
    for (const tally of tallies) {
      const difference = compareTallies(tally.get(a) ?? NOTHING, tally.get(b) ?? NOTHING);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  // The worst of those who stay against the best of the others.
  let worst: Index | undefined;
  let best: Index | undefined;
  for (const index of cut.members)
    if (ahead.has(index)) worst = worst === undefined || compare(index, worst) < 0 ? index : worst;
    else best = best === undefined || compare(index, best) > 0 ? index : best;
  return worst !== undefined && best !== undefined && compare(worst, best) > 0;
}
