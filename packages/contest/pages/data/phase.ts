import type { Contest } from '../../api/contest.ts';

/** The phase of a contest as viewers see it: its state, and for an `open` contest also its dates. */
export type Phase = Contest['state'] | 'ended' | 'archived';

/** Returns the phase of a contest. `now`: the server's time in milliseconds. */
export function phaseOf(
  { state, opens, closes, archived }: Pick<Contest, 'state' | 'opens' | 'closes' | 'archived'>,
  now: number,
): Phase {
  if (archived !== null) return 'archived';
  if (state !== 'open') return state;
  if (opens !== null && now < Date.parse(opens)) return 'planned';
  return closes !== null && now >= Date.parse(closes) ? 'ended' : 'open';
}

/**
 * Converts the value of a date field to an instant; null: empty. An invalid date is sent unchanged, and the server
 * reports it.
 */
export function instantOf(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
