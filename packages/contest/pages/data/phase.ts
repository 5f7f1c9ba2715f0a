import type { Contest } from '../../server/api/contest.ts';

/** What a contest is to who looks at it: its state, and where that is `open` whether its dates are there or over. */
export type Phase = Contest['state'] | 'ended';

/** `now`: milliseconds by the server's clock. */
export function phaseOf({ state, opens, closes }: Pick<Contest, 'state' | 'opens' | 'closes'>, now: number): Phase {
  if (state !== 'open') return state;
  if (opens !== null && now < Date.parse(opens)) return 'planned';
  return closes !== null && now >= Date.parse(closes) ? 'ended' : 'open';
}

/** What a field of a date says, as an instant; null: nothing. A date that is none goes as it is: the server says so. */
export function instantOf(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
