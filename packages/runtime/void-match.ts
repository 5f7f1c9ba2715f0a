/** What the machine could not do: room on the engine's stack, memory, the work in the time that it is priced at, or another limit of the engine. */
export type MachineLimit = 'stack' | 'memory' | 'slow' | 'engine';

/**
 * A match that counts for nobody: not the player failed, but the machine that it was played on (an engine's own limit was met
 * before ours, or the work took far longer than its price says). Nobody has lost it; whoever runs matches plays it again
 * elsewhere or not at all, and keeps the player named here from further matches until somebody has looked at it.
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
