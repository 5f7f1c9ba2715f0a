import { type Comparison, sideOf } from '../report/model.ts';
import type { Summary, SummarySide } from './order.ts';

/** Minimum and maximum number of pairs that a report shows side by side. */
const MIN_SHOWN = 5;
const MAX_SHOWN = 40;
/** Limits for pairs and messages on the page; the report and the CSV contain all of them. */
const MAX_LISTED = 40;
const MAX_SENTENCES = 100;

export function summaryOf(comparison: Comparison, left: readonly string[]): Omit<Summary, 'behaviour'> {
  const { entrants, sources, pairs, usual, groups } = comparison;
  const unusual = pairs.filter(({ similarity }) => similarity >= usual.unusual).length;
  const side = (place: number): SummarySide => ({
    ...sideOf(comparison, place),
    year: sideOf(comparison, place).year ?? null,
    at: sideOf(comparison, place).at ?? null,
  });
  return {
    entrants: entrants.length,
    sources: sources.length,
    pairs: usual.pairs,
    unusual,
    level: usual.unusual,
    median: usual.median,
    nearlyAll: usual.nearlyAll,
    shown: Math.min(pairs.length, MAX_SHOWN, Math.max(MIN_SHOWN, unusual)),
    top: pairs.slice(0, MAX_LISTED).map((pair) => ({
      similarity: pair.similarity,
      unusual: pair.similarity >= usual.unusual,
      left: side(pair.left),
      right: side(pair.right),
    })),
    groups: groups.map((group) =>
      group.map((entrant) => ({ name: entrants[entrant].name, year: entrants[entrant].year ?? null })),
    ),
    left: left.slice(0, MAX_SENTENCES),
  };
}
