import { withoutFormula } from '../../rounds/marks/formula.ts';

/** A roster row without a person. */
export interface CodeLine {
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  readonly team: string | null;
  readonly code: string;
  readonly link: string;
}

/**
 * Returns the personal codes as CSV for a spreadsheet or a mail merge: `id,name,group,code,link`, and with teams,
 * `team` before `code`. A byte order mark identifies the text as UTF-8.
 */
export function codesCsv(lines: readonly CodeLine[]): string {
  const hasTeams = lines.some(({ team }) => team !== null);
  const rows = lines.map(({ id, name, group, team, code, link }) => [
    id,
    withoutFormula(name),
    withoutFormula(group ?? ''),
    ...(hasTeams ? [withoutFormula(team ?? '')] : []),
    code,
    link,
  ]);
  const head = ['id', 'name', 'group', ...(hasTeams ? ['team'] : []), 'code', 'link'];
  const written = [head, ...rows].map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','));
  return `\uFEFF${written.join('\r\n')}\r\n`;
}
