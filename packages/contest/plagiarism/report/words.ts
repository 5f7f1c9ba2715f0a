import type { Side } from './model.ts';
import { shownText } from './shown-text.ts';

/** A side's name, its version where it says more than the name, its year where it is not of this contest. */
export function who({ name, version, year }: Omit<Side, 'at'>): string {
  const more = [version === '' || version === name ? undefined : version, year].filter((each) => each !== undefined);
  return shownText(more.length === 0 ? name : `${name} (${more.join(', ')})`);
}

/** When a side was submitted: `received 2026-11-24 10:00:14 UTC, first`; undefined if that is not known. */
export function received({ at }: Side, isFirst: boolean): string | undefined {
  if (at === undefined) return undefined;
  return `received ${at.slice(0, 10)} ${at.slice(11, 19)} UTC${isFirst ? ', first' : ''}`;
}
