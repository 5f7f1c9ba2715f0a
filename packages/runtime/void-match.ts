/**
 * The machine's failure: no room on the engine's stack, no memory, work that took longer than its price, or another limit of the
 * engine.
 */
export type MachineLimit = 'stack' | 'memory' | 'slow' | 'engine';

/**
 * A void match. The machine failed, not the player: an engine met its limit before ours, or the work took far longer than its
 * price. No player loses. The caller plays the match again, on another machine or not at all. It keeps the player named here from
 * further matches until a person has checked it.
 */
export class VoidMatchError extends Error {
  readonly player: string;
  readonly limit: MachineLimit;
  constructor(player: string, limit: MachineLimit, sentence: string) {
    super(sentence);
    this.name = 'VoidMatchError';
    this.player = player;
    this.limit = limit;
  }
}

/** Is it this machine's own lack of memory? Engines have no other sign of it than their words. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /memory|allocat/i.test(error.message);

/** Has the engine's own stack come to its end? */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);
