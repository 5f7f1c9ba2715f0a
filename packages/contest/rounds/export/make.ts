import { seatSides } from '@ludus/game/teams.ts';
import { commitmentOf, sha256OfText } from '../chance.ts';
import { markOf } from '../marks/marks.ts';
import type { MatchScores } from '../result.ts';
import { standing } from '../standing.ts';
import type { RoundSetup, RoundState } from '../state.ts';
import type { FrozenEntrant } from '../terms.ts';
import type { MatchLine, ModuleLine, RoundExport, StandingLine } from './lines.ts';

/** A stored match: null if it was annulled. */
export type KeptMatch = (MatchScores & { readonly replay: string | null; readonly text: string | null }) | null;

/**
 * Returns the export of a finished round.
 *
 * @param entrants as they were frozen, before anything was drawn
 * @param kept the stored matches, by number in the round
 */
export function exportOf(
  state: RoundState,
  entrants: readonly FrozenEntrant[],
  kept: ReadonlyMap<number, KeptMatch>,
  modules: readonly ModuleLine[] = [],
): RoundExport {
  const { setup } = state;
  return {
    head: headOf(setup),
    entrants,
    withdrawals: setup.withdrawn.map(({ entrant, stage }) => ({ kind: 'withdrawal', entrant, stage: stage + 1 })),
    modules: modules.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    matches: state.matches.map(({ number, board, seed, seats }): MatchLine => {
      const match = {
        kind: 'match' as const,
        match: number,
        board,
        key: seed,
        seats: seatSides(seats, setup.terms.teams),
      };
      const what = kept.get(number);
      if (what === undefined) throw new Error(`match ${number} has no result`);
      if (what === null) return { ...match, result: null, text: null, sum: null };
      const { scores, out, replay, text } = what;
      return {
        ...match,
        result: { scores: [...scores], out: [...out], replay },
        text,
        sum: text === null ? null : sha256OfText(text),
      };
    }),
    standings: standingLines(state),
  };
}

const headOf = ({ terms, chance }: RoundSetup): RoundExport['head'] => ({
  ludus: 'round',
  version: 1,
  terms,
  commitment: commitmentOf(chance.secret),
  ...chance,
});

/** Returns the lines of the table, with marks. */
export function standingLines(state: RoundState): StandingLine[] {
  const { marks } = state.setup.terms;
  const late = new Map(state.setup.entrants.map(({ entrant, daysLate }) => [entrant, daysLate]));
  const table = standing(state);
  return table.map(({ markPlace, ...row }) => ({
    kind: 'standing',
    ...row,
    mark:
      marks &&
      markOf(marks, { place: markPlace, points: row.points, daysLate: late.get(row.entrant) ?? 0 }, table.length),
  }));
}
