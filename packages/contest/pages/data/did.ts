/** A line of the log as the server writes it: which sentence it is, with what is in its places. */
export interface Did {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Sentences with something in them; all others are the same each time. */
const OPEN: readonly (readonly [RegExp, string, string])[] = [
  [/^changed (?!an entrant$|a round$|the password$)(.+)$/, 'changed', 'what'],
  [/^read a roster of (\d+)$/, 'read-roster', 'n'],
];

/** `made a contest` gives `did.made-a-contest`, `changed title, boards` gives `did.changed` with `what`. */
export function didOf(what: string): Did {
  for (const [pattern, key, place] of OPEN) {
    const found = pattern.exec(what);
    if (found) return { key: `did.${key}`, values: { [place]: found[1] } };
  }
  return { key: `did.${what.replace(/’/g, '').replace(/[^a-z]+/g, '-')}`, values: {} };
}
