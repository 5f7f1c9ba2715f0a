/** A line of the server's log: the key of its message, and the values of the placeholders. */
export interface AuditEntry {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Messages with placeholders; all other messages are constant. */
const OPEN: readonly (readonly [RegExp, string, string])[] = [
  [/^read a roster of (\d+)$/, 'read-roster', 'n'],
  [/^took a roster of (\d+) from a course$/, 'took-roster', 'n'],
];

/**
 * Returns the key of a message: `made a contest` becomes `audit.made-a-contest`. For a change of a final, `about`
 * contains the kind of change.
 */
export function auditEntryOf(what: string, about = ''): AuditEntry {
  const change = what === 'changed a round' ? /"what":"(\w+)"/.exec(about)?.[1] : undefined;
  if (change !== undefined) return { key: `audit.what.${change}`, values: {} };
  for (const [pattern, key, place] of OPEN) {
    const found = pattern.exec(what);
    if (found) return { key: `audit.${key}`, values: { [place]: found[1] } };
  }
  return { key: `audit.${what.replace(/’/g, '').replace(/[^a-z]+/g, '-')}`, values: {} };
}

/** The subject of an entry. */
export interface AuditSubject {
  readonly text: string;
  /** A numbered object that the text mentions. */
  readonly thing?: { readonly kind: string; readonly n: number };
  /** The changed fields, by their names in the API. A pair is the old and the new value. */
  readonly fields: readonly (readonly [name: string, value: unknown])[];
}

/**
 * Parses `entrant 3 of spring: {"approved":[false,true]}` into the object `entrant 3` and the fields. Any other text is
 * kept, without its contest's short name.
 */
export function auditSubjectOf(about: string, contest: string | null = null): AuditSubject {
  const [, before = about, json] = /^([^:{]+): (\{.*\})$/s.exec(about) ?? [];
  const fields = json === undefined ? [] : fieldsIn(json);
  if (!fields) return { text: about, fields: [] };
  const of = contest === null ? '' : ` of ${contest}`;
  const text = before === contest ? '' : before.endsWith(of) ? before.slice(0, before.length - of.length) : before;
  const [, kind, n] = /^(entrant|person|submission|match|round) (\d+)$/.exec(text) ?? [];
  return { text, fields, ...(kind !== undefined && { thing: { kind, n: Number(n) } }) };
}

function fieldsIn(json: string): AuditSubject['fields'] | undefined {
  try {
    // The message already describes the action.
    return Object.entries(JSON.parse(json) as object).filter(([name]) => name !== 'what');
  } catch {
    return undefined;
  }
}

/** The labels of a contest's settings, which are the same as in the form for the settings. */
export const SETTINGS = {
  title: 'contest.title',
  languages: 'contest.languages',
  boards: 'contest.boards',
  opens: 'contest.opens',
  closes: 'contest.closes',
  seconds: 'contest.limits',
  factors: 'contest.factors',
  qualify: 'contest.qualify',
  perHour: 'contest.per-hour',
  teamSize: 'team.size',
  open: 'contest.open-to-all',
  realNames: 'contest.real-names',
  approval: 'contest.approval',
  twice: 'contest.twice',
  until: 'audit.field.until',
} as const;
