import { PlayerFault } from '@ludus/game/player-runner.ts';
import type { FuelBudget } from '../budget/fuel.ts';
import { failure, playerFault } from '../failures.ts';
import { isOutOfMemory, isStackOverflow, VoidMatchError, voidMatch } from '../void-match.ts';
import { crashSentence, type Panic } from './crash-words.ts';
import { HALT } from './emit.ts';

/** The facts about a call to a player in which the player returned no answer. */
export interface Ending {
  readonly name: string;
  /** A phrase such as `in round 3` or `before the first round`. */
  readonly when: string;
  readonly error: unknown;
  /** If absent, no budget is counted, and `backstop` is the limit that stops endless loops, in seconds. */
  readonly budget: FuelBudget | undefined;
  readonly backstop: number;
  /** The counters of the module; absent if the module was never instantiated. */
  readonly counters: { fuel: bigint; stack: number; outOfMemory: number; halt: number } | undefined;
  readonly exitCode: number;
  /** The last text that the player wrote to standard error. */
  readonly words: string;
  readonly panic?: Panic | undefined;
}

/** The error to throw: the player's fault, or a void match. Any other error is a bug in Ludus. */
export function endingOf(ending: Ending): unknown {
  const { name, when, error, counters, budget } = ending;
  if (error instanceof PlayerFault || error instanceof VoidMatchError) return error;
  if (counters && counters.fuel < 0n)
    return budget === undefined
      ? playerFault(name, failure('too-much-fuel', ending.backstop, when))
      : playerFault(name, failure('fuel', budget), when);
  if (counters && counters.stack < 0) return playerFault(name, failure('too-deep'), when);
  switch (counters?.halt) {
    case HALT.exit:
      return playerFault(name, failure('exit', ending.exitCode), when);
    case HALT.memoryRefused:
      return voidMatch(name, 'granted-memory', when);
    case HALT.foreignException:
      return voidMatch(name, 'exception', when);
    default:
  }
  if (isOutOfMemory(error)) return voidMatch(name, 'memory', when);
  if (isStackOverflow(error)) return voidMatch(name, 'stack', when);
  if (error instanceof WebAssembly.RuntimeError) return crash(ending, error.message);
  if (isWasmException(error)) return playerFault(name, failure('exception', when, quoted(ending.words)));
  if (error instanceof WebAssembly.LinkError || error instanceof TypeError)
    return playerFault(name, failure('not-runnable', error.message));
  return error;
}

/** The message for a trap: the player's report about the trap, or else the kind of trap. */
function crash({ name, when, words, panic, counters }: Ending, message: string): PlayerFault {
  const trap = trapName(message);
  if (trap === TRAP) {
    if (panic) return playerFault(name, { ...failure('panicked', panic.what), place: panic.place }, when);
    const said = crashSentence(name, when, words);
    if (said !== undefined) return new PlayerFault('crash', `${said}.`);
  }
  if (counters && counters.outOfMemory !== 0) return playerFault(name, failure('asked-memory'), when);
  if (trap === TRAP && words === ABORT) return playerFault(name, failure('crashed', when, words));
  const last = words === '' ? '' : `; it last wrote "${words}"`;
  return playerFault(name, failure('crashed', when, `${trap}${last}`));
}

/**
 * Whether the last line comes from the player's runtime and is meant for Ludus. If so, the message about the player's
 * end repeats the whole line.
 */
export const isToldInFull = (words: string): boolean => words === ABORT || crashSentence('', '', words) !== undefined;

/** The message of a C++ player's runtime when it aborts itself. */
const ABORT = 'an abort';

const quoted = (words: string): string => (words === '' ? '' : `: ${words.replace(/^uncaught exception: /, '')}`);

const TRAP = 'a trap';

/** Each engine describes traps in different words, which also change from version to version. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/unreachable/, TRAP],
  [/divi(de|sion) by zero|remainder by zero/i, 'division by zero'],
  [/unrepresentable|integer overflow|divide result/i, 'integer overflow'],
  [/table index|table access|element segment|elem/i, 'table access out of bounds'],
  [/memory access|out of bounds/i, 'memory access out of bounds'],
  [/signature|null function|indirect call|uninitialized/i, 'an indirect call of a function that doesn’t exist'],
  [/null/i, 'a null reference'],
];

function trapName(message: string): string {
  return TRAPS.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

/** The last line of the output, without control characters, and shortened to fit into a message. */
export function lastLine(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).trimEnd();
  const line = text.slice(text.lastIndexOf('\n') + 1).replace(/[\p{Cc}\p{Cf}]/gu, '');
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

const MAX_LINE_LENGTH = 200;

function isWasmException(error: unknown): boolean {
  const { Exception } = WebAssembly as unknown as { Exception?: new () => unknown };
  return Exception !== undefined && error instanceof Exception;
}
