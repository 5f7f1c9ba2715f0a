import { stringify } from 'csv-stringify/sync';
import { type Comparison, sideOf } from './model.ts';

const COLUMNS = [
  'rank',
  'similarity',
  'left',
  'left version',
  'left year',
  'right',
  'right version',
  'right year',
  'language',
  'left covered',
  'right covered',
  'longest common part',
  'common',
  'unusual',
  'group',
  'left received',
  'right received',
] as const;

/**
 * Returns one line per pair, the most similar first: shares from 0 to 1, lengths in tokens. A cell that a spreadsheet
 * would read as a formula is written as text.
 */
export function pairsCsv(comparison: Comparison): string {
  const { pairs, sources, usual, groups } = comparison;
  const rows = pairs.map((pair, at) => {
    const [left, right] = [sideOf(comparison, pair.left), sideOf(comparison, pair.right)];
    const { source } = sources[pair.left];
    const unusual = pair.similarity >= usual.unusual;
    return [
      at + 1,
      pair.similarity.toFixed(3),
      left.name,
      left.version,
      left.year ?? '',
      right.name,
      right.version,
      right.year ?? '',
      source.language,
      pair.leftCovered.toFixed(3),
      pair.rightCovered.toFixed(3),
      pair.longest,
      pair.common,
      unusual ? 'yes' : 'no',
      unusual ? groups.findIndex((group) => group.includes(source.entrant)) + 1 : '',
      left.at ?? '',
      right.at ?? '',
    ];
  });
  return stringify([COLUMNS, ...rows], { escape_formulas: true });
}
