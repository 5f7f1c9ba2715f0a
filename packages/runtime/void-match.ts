/**
 * How the machine failed: the engine's stack or the memory was used up, the work was too slow, or the engine reached
 * another limit.
 */
export type MachineLimit = 'stack' | 'memory' | 'slow' | 'engine';

/**
 * The reasons why a match is void, in words that come after `The match is void: `. `when` is a phrase like `in round
 * 7`.
 */
export const VOID_REASONS = {
  'granted-memory': [
    'memory',
    (name: string, when: string) => `the machine couldn’t provide the memory that ${name} may use ${when}`,
  ],
  memory: ['memory', (name: string, when: string) => `the machine had no memory left for ${name} ${when}`],
  'machine-memory': ['memory', (name: string) => `${name} hit a limit of the machine, not of the bot`],
  'machine-stack': ['stack', (name: string) => `${name} hit a limit of the machine, not of the bot`],
  stack: ['stack', (name: string, when: string) => `${name} used up the engine’s own stack ${when}`],
  exception: ['engine', (name: string, when: string) => `${name} hit a limit of the engine, not of the bot, ${when}`],
  slow: [
    'slow',
    (name: string, took: number, priced: number) =>
      `${name} took ${took.toFixed(1)} s for work that is priced at ${priced.toFixed(3)} s`,
  ],
} satisfies Readonly<Record<string, readonly [MachineLimit, (name: string, ...values: never[]) => string]>>;

type Tail<Values extends unknown[]> = Values extends [string, ...infer R] ? R : never;

export function voidMatch<Code extends keyof typeof VOID_REASONS>(
  name: string,
  code: Code,
  ...values: Tail<Parameters<(typeof VOID_REASONS)[Code][1]>>
): VoidMatchError {
  const [limit, sentence] = VOID_REASONS[code];
  const words = (sentence as (...all: unknown[]) => string)(name, ...values);
  return new VoidMatchError(name, limit, `The match is void: ${words}.`);
}

/**
 * Thrown when a match is void. The machine failed, not the player: an engine reached its own limit before Ludus's
 * limit, or the work took far longer than its price allows. No player loses. The caller plays the match again, possibly
 * on another machine, or drops it. The caller also excludes the player named here from further matches until someone
 * has checked it.
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

/** Whether a lack of memory on this machine caused the error. Engines indicate this only in the error's message. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /memory|allocat/i.test(error.message);

/** Whether the engine's own stack has overflowed. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);
