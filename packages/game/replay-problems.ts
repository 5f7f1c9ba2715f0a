import type { Sentences } from '@ludus/kernel/result.ts';
import { TEXT_PROBLEMS } from '@ludus/kernel/token-reader.ts';

/** The message about a truncated replay. `where`: a phrase like `after round 7`. */
export const incompleteReplay = (where: string): string => `the replay is incomplete: it ends ${where}`;

/** The errors of replays in the formats of this package. `why` is a message from a different reader. */
export const REPLAY_PROBLEMS = {
  'text/truncated': TEXT_PROBLEMS['text/truncated'],
  'replay/foreign': () => 'this isn’t a replay of any Ludus game',
  'replay/version': (found: string, title: string, version: number) =>
    `this replay of ${title} has format version ${found}, but this release of Ludus reads version ${version}`,
  'replay/line': (expected: string, found: string) =>
    `expected ${expected}, found ${JSON.stringify(found.slice(0, 60))}`,
  'replay/seed': (found: string) => `expected a 32-bit whole number, found ${found}`,
  'replay/name': (why: string) => why,
  'replay/seats': (seats: number, found: number) => `expected ${seats} names for this board, found ${found}`,
  'replay/board': (why: string) => `the board: ${why}`,
  'replay/round': (why: string) => why,
  'replay/result': () => 'expected the number of rounds, the reason, and a score for each seat',
  'replay/sealed': () => 'a match without a budget can’t have a sealed line',
  'replay/seen': (why: string) => why,
} satisfies Sentences;
