/**
 * Exit codes of every command: 0 success, 1 negative result, 2 bad usage or input, 75 (as in sysexits.h) more must be
 * played first.
 */
export const EXIT_NEGATIVE = 1;
export const EXIT_BAD_INPUT = 2;
export const NOT_YET = 75;
/** Exit code after Ctrl-C or SIGTERM ended the command. */
export const INTERRUPTED = 130;

/** Thrown for bad usage or input. The user sees only its message, and the exit code is 2. */
export class UsageError extends Error {}
