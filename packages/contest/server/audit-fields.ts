import { isDeepStrictEqual } from 'node:util';

/** Maximum length of a value in the log, in characters. */
const SHORT = 80;

/**
 * Returns the fields of `after` that differ from `before`, each with its old and new value. If a value is too long for
 * a line, the field has an empty list.
 */
export function fieldChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, readonly [unknown, unknown] | readonly []> {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(
    changed.map((name) => {
      const values = [before[name] ?? null, after[name] ?? null] as const;
      return [name, values.every(isShort) ? values : []];
    }),
  );
}

const isShort = (value: unknown): boolean =>
  (typeof value !== 'object' || value === null || isTexts(value)) && JSON.stringify(value).length <= SHORT;

const isTexts = (value: object): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
