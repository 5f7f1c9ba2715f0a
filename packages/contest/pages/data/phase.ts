import type { Contest } from '../../api/contest.ts';

/** The phase of a contest for its viewers: its state, and for an `open` contest whether its dates have come or passed. */
export type Phase = Contest['state'] | 'ended' | 'archived';

/** `now`: milliseconds by the server's clock. */
export function phaseOf(
  { state, opens, closes, archived }: Pick<Contest, 'state' | 'opens' | 'closes' | 'archived'>,
  now: number,
): Phase {
  if (archived !== null) return 'archived';
  if (state !== 'open') return state;
  if (opens !== null && now < Date.parse(opens)) return 'planned';
  return closes !== null && now >= Date.parse(closes) ? 'ended' : 'open';
}

/** The value of a date field as an instant; null: empty. An invalid date is sent unchanged: the server reports it. */
export function instantOf(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
