import type { Side } from './model.ts';
import { shownText } from './shown-text.ts';

/** A side's name, its version where it says more than the name, its year where it is not of this contest. */
export function who({ name, version, year }: Side): string {
  const more = [version === '' || version === name ? undefined : version, year].filter((each) => each !== undefined);
  return shownText(more.length === 0 ? name : `${name} (${more.join(', ')})`);
}
