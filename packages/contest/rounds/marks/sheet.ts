import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from './formula.ts';

/** A person's line in the exported marks. */
export interface MarkLine {
  /** The person's id on the learning platform; empty: the person isn't on the roster. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** The team's name; absent: the contest has no teams. */
  readonly team?: string;
  /** One result per round, in the order of the rounds; undefined: the person didn't take part. */
  readonly rounds: readonly ({ readonly place: number; readonly points: number; readonly mark: number } | undefined)[];
  /** The final mark; undefined: none. */
  readonly mark: number | undefined;
}

export interface SheetStyle {
  readonly delimiter: ',' | ';' | '\t';
  /** The decimal separator. If it is the same as the delimiter, numbers are quoted. */
  readonly decimal: '.' | ',';
  /** Whether to write a byte order mark, which helps some spreadsheets recognise UTF-8. */
  readonly bom: boolean;
}

/**
 * Returns marks as CSV with the roster's ids: `id,name,group,place,points,mark`, with `team` after the group in a
 * contest with teams. With several rounds, there are columns for the place, points, and mark of each round, and then a
 * column for the final mark. With a single round, the round's mark is the final mark.
 */
export function markSheet(rounds: readonly string[], lines: readonly MarkLine[], style: SheetStyle): string {
  const figure = (value: number | undefined): string =>
    value === undefined ? '' : String(value).replace('.', style.decimal);
  const columns = (suffix: string) => ['place', 'points', 'mark'].map((column) => `${column}${suffix}`);
  const head = rounds.length === 1 ? columns('') : [...rounds.flatMap((name) => columns(` ${name}`)), 'mark'];
  const hasTeams = lines.some(({ team }) => team !== undefined);
  const rows = lines.map((line) => [
    line.id,
    withoutFormula(line.name),
    withoutFormula(line.group),
    ...(hasTeams ? [withoutFormula(line.team ?? '')] : []),
    ...line.rounds.flatMap((round) => [
      figure(round?.place),
      figure(round?.points),
      figure(rounds.length === 1 ? line.mark : round?.mark),
    ]),
    ...(rounds.length === 1 ? [] : [figure(line.mark)]),
  ]);
  return stringify([['id', 'name', 'group', ...(hasTeams ? ['team'] : []), ...head.map(withoutFormula)], ...rows], {
    delimiter: style.delimiter,
    bom: style.bom,
    record_delimiter: 'windows',
  });
}

/** Returns the names of rounds in the CSV: their titles, followed by their numbers if two titles are the same. */
export function headingsOf(rounds: readonly { readonly number: number; readonly title: string }[]): string[] {
  const differ = new Set(rounds.map(({ title }) => title)).size === rounds.length;
  return rounds.map(({ number, title }) => (differ ? title : `${title} (${number})`));
}
