/** What the first byte of an answer in lines says: what follows is what the player wrote, or why it can't go on. */
export const [WRITTEN, FAILED, TOO_LONG, ENDED] = [0, 1, 2, 3] as const;
/** Bytes of an answer. Before them: what it is, and their number in 32 bits. */
export const MOST_BYTES: number = 64 * 1024;
export const HEAD_BYTES = 5;
