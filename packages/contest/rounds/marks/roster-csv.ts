import { CsvError, parse } from 'csv-parse/sync';
import { beginsAsFormula } from './formula.ts';

/** A person on a course's list. */
export interface RosterEntry {
  /** The person's id on the learning platform; marks are exported with this id. */
  readonly id: string;
  readonly name: string;
  /** The group's name; empty: no group. */
  readonly group: string;
  /**
   * The team's name; people with the same team name are one entrant. Empty: the person has no team. Absent: the list
   * has no teams.
   */
  readonly team?: string | undefined;
}

/** The people in a file, or the file's errors: one message each, with the line if the error has one. */
export type Roster =
  | { readonly ok: true; readonly people: readonly RosterEntry[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The accepted headings of each column. Case, accents, spaces, and punctuation don't matter. */
const HEADINGS = {
  id: [
    'id',
    'identifier',
    'idnumber',
    'userid',
    'username',
    'usuari',
    'usuario',
    'niu',
    'identificador',
    'email',
    'numeroid',
    'numerodid',
    'numerodeid',
  ],
  name: ['name', 'fullname', 'student', 'nom', 'nomcomplet', 'nombre', 'nombrecompleto', 'alumne', 'alumno'],
  /** Headings of the column with given names, if surnames have a separate column. */
  given: ['firstname', 'firstnames', 'givenname', 'givennames', 'forename', 'name', 'nom', 'nombre'],
  surname: ['surname', 'surnames', 'lastname', 'lastnames', 'familyname', 'cognom', 'cognoms', 'apellido', 'apellidos'],
  group: ['group', 'groups', 'grup', 'grups', 'grupo', 'grupos', 'class', 'section'],
  team: ['team', 'equip', 'equipo'],
} as const;
type Column = keyof typeof HEADINGS;

const MAX_PROBLEMS = 20;
const MAX_FIELD_LENGTH = 100;
/** A team's name appears on the ladder, so it must be shorter than other fields. */
const MAX_TEAM_LENGTH = 60;

interface Line {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads a course's list: CSV with a line of headings, separated by commas, semicolons, or tabs. Names may be quoted,
 * and the file may start with a byte order mark. The columns `id` and `name` are required, `group` and `team` are
 * optional; all other columns are ignored. A name may have two columns, as in learning platforms' exports: `First name`
 * and `Last name`.
 */
export function readRoster(text: string): Roster {
  const lines = linesOf(text);
  if (typeof lines === 'string') return { ok: false, problems: [lines] };
  const [head, ...rest] = lines;
  if (head === undefined) return { ok: false, problems: ['the file is empty'] };
  const columns = columnsOf(head);
  if (Array.isArray(columns)) return { ok: false, problems: columns };
  const problems: string[] = [];
  const people: RosterEntry[] = [];
  const seen = new Map<string, number>();
  for (const { line, fields } of rest) {
    const entry = {
      id: (fields[columns.id] ?? '').trim(),
      name: columns.names
        .map((at) => fields[at] ?? '')
        .join(' ')
        .trim()
        .replace(/\s+/g, ' '),
      group: columns.group === undefined ? '' : (fields[columns.group] ?? '').trim(),
      team: columns.team === undefined ? undefined : (fields[columns.team] ?? '').trim().replace(/\s+/g, ' '),
    };
    const wrong =
      fields.length === head.fields.length
        ? entryProblem(entry)?.why
        : `expected ${head.fields.length} fields, found ${fields.length}`;
    const before = seen.get(entry.id);
    if (wrong !== undefined) problems.push(`line ${line}: ${wrong}`);
    else if (before !== undefined) problems.push(`line ${line}: the id ${quoted(entry.id)} is also in line ${before}`);
    else people.push(entry);
    if (entry.id !== '' && before === undefined) seen.set(entry.id, line);
  }
  if (problems.length === 0 && people.length === 0) problems.push('the file has no rows below its header');
  if (problems.length === 0) return { ok: true, people };
  const more = problems.length - MAX_PROBLEMS;
  return {
    ok: false,
    problems:
      more > 0
        ? [...problems.slice(0, MAX_PROBLEMS), `and ${more} more ${more === 1 ? 'line' : 'lines'} with errors`]
        : problems,
  };
}

/** Returns the records, each with the line in which it starts, or an error message. */
function linesOf(text: string): Line[] | string {
  const plain = text.replace(/^\uFEFF/, '');
  const first = plain.split(/\r\n|\r|\n/, 1)[0];
  const count = (mark: string) => first.split(mark).length;
  const delimiter = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const lines: Line[] = [];
  let next = 1;
  try {
    parse(plain, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record(fields: string[], { lines: end }: { lines: number }) {
        // A quoted field may contain line breaks, so a record starts after the end of the previous record.
        if (fields.some((field) => field.trim() !== '')) lines.push({ line: next, fields });
        next = end + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `line ${next}: ${unreadable(error)}`;
  }
  return lines;
}

function unreadable({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened here, but not closed';
    case 'INVALID_OPENING_QUOTE':
      return 'there is a quotation mark in a field that doesn’t begin with one';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'unexpected text after a closing quotation mark';
    default:
      return 'this cannot be read as CSV';
  }
}

function columnsOf({
  line,
  fields,
}: Line): { id: number; names: readonly number[]; group?: number; team?: number } | string[] {
  const heads = fields.map((field) =>
    field
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );
  const at = (column: Column) =>
    heads.flatMap((head, i) => ((HEADINGS[column] as readonly string[]).includes(head) ? [i] : []));
  const [ids, names] = [exactFirst('id', at('id'), heads), namesOf(at, heads)];
  const [groups, teams] = [at('group'), at('team')];
  const problems: string[] = [];
  if (ids.length === 0) problems.push(`line ${line}: the header has no column id`);
  if (names.length === 0) problems.push(`line ${line}: the header has no column name`);
  if (problems.length > 0) return problems;
  return {
    id: ids[0],
    names,
    ...(groups.length > 0 && { group: groups[0] }),
    ...(teams.length > 0 && { team: teams[0] }),
  };
}

/** Returns the columns of a name: a single column, or the given names and then all surnames. */
function namesOf(at: (column: Column) => readonly number[], heads: readonly string[]): readonly number[] {
  const whole = exactFirst('name', at('name'), heads);
  const surnames = at('surname');
  const rank = (column: number) => (HEADINGS.given as readonly string[]).indexOf(heads[column]);
  // Prefers `First name` to `Name`, which may then be a full name.
  const given = [...at('given')].sort((a, b) => rank(a) - rank(b));
  const isWhole = whole.length > 0 && !given.includes(whole[0]);
  return !isWhole && given.length > 0 && surnames.length > 0 ? [given[0], ...surnames] : whole.slice(0, 1);
}

/** Puts the column whose heading is exactly `word` before other matching columns. */
const exactFirst = (word: string, found: readonly number[], heads: readonly string[]): number[] =>
  [...found].sort((a, b) => Number(heads[b] === word) - Number(heads[a] === word));

/** Returns the error of an entry and its field; undefined if there is none. */
export function entryProblem({
  id,
  name,
  group,
  team = '',
}: RosterEntry): { readonly field: keyof RosterEntry; readonly why: string } | undefined {
  if (id === '') return { field: 'id', why: 'the id is missing' };
  if (name === '') return { field: 'name', why: 'the name is missing' };
  for (const [field, value] of Object.entries({ id, name, group, team }) as [keyof RosterEntry, string][]) {
    const longest = field === 'team' ? MAX_TEAM_LENGTH : MAX_FIELD_LENGTH;
    if (value.length > longest) return { field, why: `the ${field} is longer than ${longest} characters` };
    if (value.includes('\uFFFD')) return { field, why: `the ${field} has a damaged character. Save the file as UTF-8` };
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)) return { field, why: `the ${field} has invisible characters` };
  }
  // A spreadsheet would read the id as a formula, and the id must be exported unchanged with the marks.
  if (beginsAsFormula(id)) return { field: 'id', why: `the id ${quoted(id)} must not begin with =, +, -, or @` };
  return undefined;
}

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
