/** A line of the log as the server writes it: which sentence it is, with what is in its places. */
export interface AuditEntry {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Sentences with something in them; all others are the same each time. */
const OPEN: readonly (readonly [RegExp, string, string])[] = [
  [/^changed (?!an entrant$|a round$|the password$)(.+)$/, 'changed', 'what'],
  [/^read a roster of (\d+)$/, 'read-roster', 'n'],
];

/** `made a contest` gives `audit.made-a-contest`, `changed title, boards` gives `audit.changed` with `what`. */
export function auditEntryOf(what: string): AuditEntry {
  for (const [pattern, key, place] of OPEN) {
    const found = pattern.exec(what);
    if (found) return { key: `audit.${key}`, values: { [place]: found[1] } };
  }
  return { key: `audit.${what.replace(/’/g, '').replace(/[^a-z]+/g, '-')}`, values: {} };
}

/** The subject of an entry, and the fields that were set, by their names in the API. */
export interface AuditSubject {
  readonly text: string;
  readonly fields: readonly (readonly [name: string, value: unknown])[];
}

/** `entrant 3 of spring: {"approved":true}` gives the text before the colon, and the fields. Any other text stays. */
export function auditSubjectOf(about: string): AuditSubject {
  const [, text, json] = /^([^:{]+): (\{.*\})$/s.exec(about) ?? [];
  if (json === undefined) return { text: about, fields: [] };
  try {
    return { text, fields: Object.entries(JSON.parse(json) as object) };
  } catch {
    return { text: about, fields: [] };
  }
}
