import { type CompareMembers, split } from './cuts.ts';
import { summed } from './round.ts';
import { type RoundStanding, standing } from './standing.ts';
import type { ClosedStage, Cut, Decision, Index, Results, RoundMatch, RoundState, Tally } from './state.ts';
import { compareTallies, meanOf, NOTHING, plus, tallyOf } from './tally.ts';

/** A row of a cut, as an audience sees it. */
export interface RevealedRow {
  readonly entrant: number;
  /** The mean share (0 to 1) or the mean score in the matches that count for the cut, rounded to six decimals. */
  readonly points: number;
  readonly stays: boolean;
}

/** The next step to show. */
export type RevealStep =
  | {
      readonly kind: 'cut';
      /** The stage, from 1. */
      readonly stage: number;
      /** The table (from 1) in a knock-out; null: all active entrants. */
      readonly table: number | null;
      /** The entrants in the cut, the best first. */
      readonly rows: readonly RevealedRow[];
      /** Entrants who didn't play in this stage. */
      readonly byes: readonly number[];
      /** The numbers of the tie-break matches. */
      readonly playedOn: readonly number[];
      /** Entrants whose order was drawn from the secret. */
      readonly drawn: readonly number[];
      /** The last match that changed which entrants stay; null: the secret decided. */
      readonly decisive: number | null;
    }
  | {
      readonly kind: 'place';
      readonly place: number;
      readonly rows: readonly RoundStanding[];
      /** The last match that changed this place; null: no single match did. */
      readonly decisive: number | null;
    };

/**
 * Yields the steps of a round's reveal: first the eliminated entrants, cut by cut, then the places, the last first. If
 * the cuts have shown all entrants but the winner, only the winner's place is shown after them.
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
 * Returns the last match, by number, that changed which entrants are above a boundary. Null if there is no such match,
 * because the secret decided, or because the order never changed.
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

/** Returns the part of a stage's tally that doesn't come from matches: byes that count as wins. */
function restsOf({ tally, matches }: ClosedStage, results: Results, counts: 'places' | 'scores'): Map<Index, Tally> {
  const played = tallyOf(matches, results, counts);
  return new Map([...tally].filter(([index]) => !played.has(index)));
}

/** Checks whether, by these tallies, all entrants who stay in the end are already before the boundary. */
function isAhead(cut: Cut, ahead: ReadonlySet<Index>, tallies: readonly Map<Index, Tally>[]): boolean {
  const compare: CompareMembers = (a, b) => {
    for (const tally of tallies) {
      const difference = compareTallies(tally.get(a) ?? NOTHING, tally.get(b) ?? NOTHING);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  // Compares the worst entrant who stays with the best entrant who leaves.
  let worst: Index | undefined;
  let best: Index | undefined;
  for (const index of cut.members)
    if (ahead.has(index)) worst = worst === undefined || compare(index, worst) < 0 ? index : worst;
    else best = best === undefined || compare(index, best) > 0 ? index : best;
  return worst !== undefined && best !== undefined && compare(worst, best) > 0;
}
