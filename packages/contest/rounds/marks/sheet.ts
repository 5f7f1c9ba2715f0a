import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from './formula.ts';

/** One person's line. */
export interface MarkLine {
  /** The learning platform's id; empty for someone who is on no list. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Absent: the contest has no teams. */
  readonly team?: string;
  /** One a round, in their order; undefined: did not take part. */
  readonly rounds: readonly ({ readonly place: number; readonly points: number; readonly mark: number } | undefined)[];
  /** The one that counts; undefined: none. */
  readonly mark: number | undefined;
}

export interface SheetStyle {
  readonly delimiter: ',' | ';' | '\t';
  /** How numbers are written: where the comma separates fields it cannot be in numbers, they are quoted then. */
  readonly decimal: '.' | ',';
  /** A byte order mark, by which some table calculations know UTF-8. */
  readonly bom: boolean;
}

/** Marks as CSV with the roster's ids: `id,name,group,place,points,mark`, with `team` after the group where a contest has teams; with several rounds place, points and mark of each, then the mark that counts. Of a single round the mark is the one that counts. */
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

/** How the rounds are called in a sheet: by their titles, and by their numbers as well, where two have one title. */
export function headingsOf(rounds: readonly { readonly number: number; readonly title: string }[]): string[] {
  const differ = new Set(rounds.map(({ title }) => title)).size === rounds.length;
  return rounds.map(({ number, title }) => (differ ? title : `${title} (${number})`));
}
