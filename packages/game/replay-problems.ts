import type { Sentences } from '@ludus/kernel/result.ts';
import { TEXT_PROBLEMS } from '@ludus/kernel/token-reader.ts';

/** The errors of replays in the formats of this package. `why` is a message from a different reader. */
export const REPLAY_PROBLEMS = {
  'text/truncated': TEXT_PROBLEMS['text/truncated'],
  'replay/foreign': () => 'this isn’t a replay of any Ludus game',
  'replay/version': (found: string, title: string, version: number) =>
    `this replay is of version ${found} of ${title}, and what reads it is of version ${version}`,
  'replay/line': (expected: string, found: string) =>
    `expected ${expected}, found ${JSON.stringify(found.slice(0, 60))}`,
  'replay/seed': (found: string) => `expected a whole number of 32 bits, found ${found}`,
  'replay/name': (why: string) => why,
  'replay/seats': (seats: number, found: number) => `expected ${seats} names for this board, found ${found}`,
  'replay/board': (why: string) => `the board: ${why}`,
  'replay/round': (why: string) => why,
  'replay/result': () => 'expected the rounds played, the reason and a score for each seat',
  'replay/sealed': () => 'a match without budgets is not sealed',
  'replay/seen': (why: string) => why,
} satisfies Sentences;
