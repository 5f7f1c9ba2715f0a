import { groupsOf } from '../compare/groups.ts';
import { type Usual, usual } from '../compare/outliers.ts';
import type { Pair } from '../compare/pairs.ts';
import type { Source } from '../compare/source.ts';

/** The submitter. `year`: of which earlier contest, in the organiser's words; undefined for this one. */
export interface Entrant {
  readonly name: string;
  readonly year?: string | undefined;
}

/** A source with what a report shows of it. */
export interface ReadSource {
  readonly source: Source;
  /** Which of the entrant's versions: a file's name, a number. */
  readonly version: string;
  readonly text: string;
  /** When it was submitted; undefined if that is not known. */
  readonly at?: string | undefined;
}

/** The result of a comparison. Pairs hold places in `sources`, whose entrants are places in `entrants`. */
export interface Comparison {
  readonly entrants: readonly Entrant[];
  readonly sources: readonly ReadSource[];
  /** Most alike first. */
  readonly pairs: readonly Pair[];
  readonly usual: Usual;
  /** Entrants held together by unusual pairs. */
  readonly groups: readonly (readonly number[])[];
}

/** `unusual`: from which similarity (0 … 1) on pairs are held to be; without it, as the field tells. */
export function comparison(
  entrants: readonly Entrant[],
  sources: readonly ReadSource[],
  pairs: readonly Pair[],
  unusual?: number,
): Comparison {
  const bare = sources.map(({ source }) => source);
  const field = usual(bare, pairs);
  const level = unusual ?? field.unusual;
  return { entrants, sources, pairs, usual: { ...field, unusual: level }, groups: groupsOf(bare, pairs, level) };
}

/** One side of a pair, in words. */
export interface Side {
  readonly name: string;
  readonly version: string;
  readonly year: string | undefined;
  readonly at: string | undefined;
}

export function sideOf({ entrants, sources }: Comparison, place: number): Side {
  const { source, version, at } = sources[place];
  const { name, year } = entrants[source.entrant];
  return { name, version, year, at };
}
