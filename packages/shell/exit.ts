/** Exit codes of every command: 0 done, 1 the thing asked is not so, 2 bad usage or input. */
export const NOT_SO = 1;
export const BAD_INPUT = 2;

/** Bad usage or input: its message, one plain sentence, is all that the user gets to see, and the exit code is 2. */
export class UsageError extends Error {}
