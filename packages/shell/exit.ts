/**
 * Exit codes of every command: 0 for success, 1 for a negative result, and 2 for invalid usage or input. 75 (as in
 * sysexits.h) means that more matches must be played first.
 */
export const EXIT_NEGATIVE = 1;
export const EXIT_BAD_INPUT = 2;
export const NOT_YET = 75;
/** The exit code if Ctrl-C or SIGTERM ended the command. */
export const INTERRUPTED = 130;

/** Thrown for invalid usage or input. The user sees only the error's message, and the exit code is 2. */
export class UsageError extends Error {}
