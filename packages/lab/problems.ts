import { incompleteReplay } from '@ludus/game/replay.ts';
import type { Sentences } from '@ludus/kernel/result.ts';

/**
 * The errors of runs, and of the files that the lab reads: compact replays, results, journals, and leagues. `why` is a
 * message from another reader.
 */
export const LAB_PROBLEMS = {
  'moves/header': (header: string) => `expected ${header}`,
  'moves/head': () => 'expected JSON with game, seed, names, and limited',
  'moves/game': (id: string) => `there is no game ${id}`,
  'moves/rules': (why: string) => why,
  'moves/size': () => 'expected "board" and the number of the board’s characters',
  'moves/board': (why: string) => why,
  'moves/board-text': () => 'the board isn’t in the form in which the game prints it',
  'moves/names': (seats: number, found: number) => `expected ${seats} names, found ${found}`,
  'moves/over': () => 'the match is over, but more moves follow',
  'moves/round': (why: string) => why,
  'moves/short': (round: number) => incompleteReplay(`after round ${round}`),
  'results/line': (where: string) => `this isn’t a match result${where}`,
  'results/seats': (lists: string) => `${lists} must have one entry per seat`,
  'journal/head': () => 'this isn’t the journal of a run',
  'journal/line': () => 'this isn’t a match result',
  'league/json': () => 'this isn’t valid JSON',
  'league/format': (place: string, why: string) => `${place}: ${why}`,
  'run/setup': (why: string) => why,
  'run/workers': (sentence: string) =>
    `no match can be played, because the workers stop before they are ready: ${sentence}`,
  'why/seat': (last: number, seat: number) => `the seat must be 0 to ${last}, not ${seat}`,
} satisfies Sentences;
