import type { Side } from './model.ts';
import { shownText } from './shown-text.ts';

/**
 * Returns a side's name. Adds the version if it differs from the name, and the year if the side is from an earlier
 * contest.
 */
export function who({ name, version, year }: Omit<Side, 'at'>): string {
  const more = [version === '' || version === name ? undefined : version, year].filter((each) => each !== undefined);
  return shownText(more.length === 0 ? name : `${name} (${more.join(', ')})`);
}

/** Returns a side's time of submission: `received 2026-11-24 10:00:14 UTC, first`; undefined if it isn't known. */
export function received({ at }: Side, isFirst: boolean): string | undefined {
  if (at === undefined) return undefined;
  return `received ${at.slice(0, 10)} ${at.slice(11, 19)} UTC${isFirst ? ', first' : ''}`;
}
