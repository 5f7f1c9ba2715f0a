import { groupsOf } from '../compare/groups.ts';
import type { Pair } from '../compare/pairs.ts';
import { type UsualSimilarity, usual } from '../compare/similarity-threshold.ts';
import type { Source } from '../compare/source.ts';

/** The submitter. `year`: the earlier contest, as the organiser named it; undefined for this contest. */
export interface Entrant {
  readonly name: string;
  readonly year?: string | undefined;
}

/** A source with the data that a report shows about it. */
export interface ReadSource {
  readonly source: Source;
  /** The entrant's version: a file name or a number. */
  readonly version: string;
  readonly text: string;
  /** The time of submission; undefined if it isn't known. */
  readonly at?: string | undefined;
}

/**
 * The result of a comparison. Pairs refer to sources by their index in `sources`, and sources refer to entrants by
 * their index in `entrants`.
 */
export interface Comparison {
  readonly entrants: readonly Entrant[];
  readonly sources: readonly ReadSource[];
  /** The compared pairs, the most similar first. */
  readonly pairs: readonly Pair[];
  readonly usual: UsualSimilarity;
  /** Groups of entrants connected by unusual pairs. */
  readonly groups: readonly (readonly number[])[];
}

/**
 * Evaluates the pairs. `unusual`: the similarity (0 to 1) from which pairs are unusual; by default, this similarity
 * depends on the field.
 */
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

/** The texts for one side of a pair. */
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
