/**
 * The first byte of an answer in the line protocol. It determines the meaning of the remaining bytes: the player's
 * text, or the reason why the player can't continue.
 */
export const [WRITTEN, FAILED, TOO_LONG, ENDED] = [0, 1, 2, 3] as const;
/** Maximum number of bytes in an answer, not counting the answer's type and length (32 bits), which precede them. */
export const MAX_BYTES: number = 64 * 1024;
export const HEAD_BYTES = 5;
