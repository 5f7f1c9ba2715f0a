import type { Fault } from '@ludus/game/game.ts';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { type FuelBudget, usedUpFuel } from './budget/fuel.ts';

/** A player's failure: the fault, and the words that come after the player's name in messages. */
export interface Failure {
  readonly fault: Fault;
  readonly what: string;
  /** The failure's location, such as `Mine.ts:12:7`; '' if the location is unknown. */
  readonly place?: string;
}

/**
 * All kinds of player failures. `when` is a phrase like `in round 7`, `why` and `what` are words from other messages,
 * and `size` includes its unit.
 */
export const FAILURES = {
  'early-answer': ['protocol', () => 'wrote an answer before it was asked'],
  'wrong-line': ['protocol', (why: string) => `wrote ${why}`],
  'no-answer': ['protocol', () => 'returned an invalid answer'],
  unanswered: ['protocol', (when = '') => `waits for another line${after(when)} without having answered`],
  incomplete: ['protocol', (when: string) => `waits for another line ${when}, but its answer isn’t complete`],
  'other-game': ['protocol', () => 'was built for another game or another version'],
  'outside-memory': ['protocol', () => 'returned a buffer outside its memory'],
  'not-runnable': ['protocol', (why: string) => `cannot be run: ${why}`],
  import: ['protocol', (name: string, there: string) => `imports ${name}, but may import only ${there}`],
  'import-file': [
    'protocol',
    (name: string) => `cannot import ${name}: the file must be in the bot’s folder, and the import must start its line`,
  ],
  'import-name': ['protocol', (name: string, module: string) => `imports ${name}, which ${module} doesn’t export`],
  'default-export': ['protocol', (what: string) => what],
  'long-answer': ['flood', (size: string) => `wrote more than ${size} in one answer`],
  'budget-questions': ['flood', (most: number) => `asked for its budget more than ${most} times in one question`],
  'long-log': ['flood', (size: string) => `wrote more than ${size} to its log (standard error)`],
  processes: ['flood', (most: number) => `ran more than ${most} processes at once`],
  'used-memory': ['memory', (size: string) => `used more than ${size} of memory`],
  'asked-memory': ['memory', () => 'requested more memory than it may use'],
  'out-of-memory': ['memory', () => 'used all of its memory'],
  'cpu-time': [
    'time',
    ({ cpuMs, per }: { readonly cpuMs: number; readonly per: 'match' | 'move' }) =>
      `used up its budget of ${cpuMs / 1000} s of CPU time${per === 'move' ? ' for a move' : ''}`,
  ],
  fuel: ['time', (budget: FuelBudget) => usedUpFuel(budget)],
  'too-much-fuel': ['time', (seconds: number, when = '') => `did not answer${after(when)} within ${seconds} s of fuel`],
  'too-much-cpu-time': ['time', (seconds: number) => `did not answer within ${seconds} s of CPU time`],
  late: ['time', (ms: number) => `did not answer within ${ms / 1000} s`],
  'late-in-all': ['time', (ms: number) => `made the match wait for more than ${ms / 1000} s in total`],
  'asleep-in-all': ['time', (ms: number) => `slept for more than ${ms / 1000} s in total during its moves`],
  asleep: ['time', (ms: number) => `did not answer: it slept for ${ms / 1000} s without using CPU time`],
  stopped: ['time', () => 'stopped itself and did not answer'],
  'closed-stream': ['disconnect', (stream: string) => `closed its standard ${stream} before the match was over`],
  ended: ['disconnect', () => 'ended before the match was over'],
  'ended-when': ['disconnect', (when: string) => `ended ${when}, before the match was over`],
  'not-started': ['crash', (why: string) => `could not be started: ${why}`],
  signal: ['crash', (signal: string, meaning = '') => `was killed by signal ${signal}${meaning && ` (${meaning})`}`],
  status: ['crash', (status: number | null) => `ended with exit status ${status} before the match was over`],
  'python-status': ['crash', (status: string) => `ended with exit status ${status}`],
  exit: ['crash', (status: number) => `called exit(${status})`],
  'too-deep': ['crash', () => 'recursed too deeply'],
  threw: ['crash', (what: string) => `threw ${what}`],
  panicked: ['crash', (what: string) => `panicked: ${what}`],
  exception: ['crash', (when: string, words: string) => `ended with an uncaught exception ${when}${words}`],
  crashed: ['crash', (when: string, what: string) => `crashed ${when}: ${what}`],
  'crashed-engine': ['crash', () => 'crashed the engine'],
  'not-loaded': ['crash', (seconds: number) => `did not load within ${seconds} s of fuel`],
} satisfies Readonly<Record<string, readonly [Fault, (...values: never[]) => string]>>;

type FailureCode = keyof typeof FAILURES;

const after = (when: string): string => when && ` ${when}`;

export function failure<Code extends FailureCode>(
  code: Code,
  ...values: Parameters<(typeof FAILURES)[Code][1]>
): Failure {
  const [fault, what] = FAILURES[code] as readonly [Fault, (...values: never[]) => string];
  return { fault, what: what(...(values as never[])) };
}

/** The fault for a failure, with a complete message. */
export function playerFault(name: string, { fault, what, place = '' }: Failure, when = ''): PlayerFault {
  return new PlayerFault(fault, `${name} ${what}${after(when)}${place && ` (${place})`}.`);
}
