/** The meaning of the first byte of an answer in lines: the rest is the player's text, or why it can't continue. */
export const [WRITTEN, FAILED, TOO_LONG, ENDED] = [0, 1, 2, 3] as const;
/** Bytes of an answer. Before them: what it is, and their number in 32 bits. */
export const MAX_BYTES: number = 64 * 1024;
export const HEAD_BYTES = 5;
