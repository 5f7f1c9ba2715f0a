import { WinnowFilter } from '@dodona/dolos-core';
import type { Source } from './source.ts';

/** Number of tokens in a row that make a fingerprint. Shorter common runs aren't evidence. */
export const GRAM = 7;

/** A fingerprint in a program: the tokens from `start` on, `GRAM` of them. */
export interface Print {
  readonly hash: number;
  readonly start: number;
}

/** The fingerprints of all sources, and how much each counts. */
export interface Fingerprints {
  /** By source, in the order in which they stand. */
  readonly prints: readonly (readonly Print[])[];
  /** 0 … 1: 1 for what few entrants have, less for what many have, 0 for what was given to all. */
  weight(hash: number): number;
  /** How many entrants have it. */
  entrants(hash: number): number;
  readonly templates: ReadonlySet<number>;
}

/** Code of up to this number of entrants counts fully, or of a twentieth of them if that is more. */
const FEW = 3;

/** Code of more entrants, and of more than half of all, is assumed to be given code. */
const MANY = 6;

/**
 * Takes the fingerprints of sources. `templates`: the tokens of programs that everyone was given. A window of one keeps every
 * fingerprint: submissions are short, and the fewer are left out, the less a line put in between can hide.
 */
export function fingerprints(sources: readonly Source[], templates: readonly (readonly string[])[]): Fingerprints {
  const filter = new WinnowFilter(GRAM, 1);
  const take = (kinds: readonly string[]): Print[] =>
    filter.fingerprints([...kinds]).map(({ hash, start }) => ({ hash, start }));
  const prints = sources.map(({ tokens }) => take(tokens.kinds));
  const known = new Set(templates.flatMap(take).map(({ hash }) => hash));
  const owners = new Map<number, Set<number>>();
  prints.forEach((all, at) => {
    for (const { hash } of all) {
      const set = owners.get(hash);
      if (set) set.add(sources[at].entrant);
      else owners.set(hash, new Set([sources[at].entrant]));
    }
  });
  const all = new Set(sources.map(({ entrant }) => entrant)).size;
  const few = Math.max(FEW, all / 20);
  const many = Math.max(MANY, all / 2);
  return {
    prints,
    templates: known,
    entrants: (hash) => owners.get(hash)?.size ?? 0,
    weight(hash) {
      if (known.has(hash)) return 0;
      const count = owners.get(hash)?.size ?? 0;
      if (count > many) return 0;
      return count <= few ? 1 : (few / count) ** 2;
    },
  };
}
