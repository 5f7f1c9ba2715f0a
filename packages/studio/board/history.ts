/** The past, current, and undone states. Plain data. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly undone: readonly T[];
}

const MAX_STEPS = 300;

export const beginHistory = <T>(now: T): History<T> => ({ past: [], now, undone: [] });

/** Adds a step, and discards undone steps. If nothing has changed, the history stays the same. */
export const step = <T>({ past, now, undone }: History<T>, next: T): History<T> =>
  next === now ? { past, now, undone } : { past: [...past, now].slice(-MAX_STEPS), now: next, undone: [] };

export function undo<T>(history: History<T>): History<T> {
  const { past, now, undone } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), now: past[past.length - 1], undone: [now, ...undone] };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, now, undone } = history;
  if (undone.length === 0) return history;
  return { past: [...past, now], now: undone[0], undone: undone.slice(1) };
}
