/** The cells that a thread and its waker share. `blocked` is odd while the thread waits, and `turns` counts the waker's looks. */
export const CELL = { active: 0, ready: 1, blocked: 2, pipe: 3, turns: 4, never: 5 } as const;
export const CELLS = 6;

/** So long, at least, a thread waits for one answer before it does other things in between; at most twice as long. */
export const WAKE_MS = 10;
