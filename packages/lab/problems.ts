import { incompleteReplay } from '@ludus/game/replay.ts';
import type { Sentences } from '@ludus/kernel/result.ts';

/**
 * The errors of the files that the lab reads (compact replays, results, journals, leagues), and of runs. A `why` is another reader's
 * message.
 */
export const LAB_PROBLEMS = {
  'moves/header': (header: string) => `expected ${header}`,
  'moves/head': () => 'expected the game, the seed, the names and whether it is limited',
  'moves/game': (id: string) => `there is no game ${id}`,
  'moves/rules': (why: string) => why,
  'moves/size': () => 'expected board and its number of characters',
  'moves/board': (why: string) => why,
  'moves/board-text': () => 'the board is not written as the game writes it',
  'moves/names': (seats: number, found: number) => `expected ${seats} names, found ${found}`,
  'moves/over': () => 'the match is over here',
  'moves/round': (why: string) => why,
  'moves/short': (round: number) => incompleteReplay(`after round ${round}`),
  'results/line': (where: string) => `this isn’t a result of a match${where}`,
  'results/seats': (lists: string) => `${lists} must be as many as there are seats`,
  'journal/head': () => 'this isn’t the journal of a run',
  'journal/line': () => 'this isn’t a result of a match',
  'league/json': () => 'this is not JSON',
  'league/format': (place: string, why: string) => `${place}: ${why}`,
  'run/setup': (why: string) => why,
  'run/workers': (sentence: string) =>
    `no match can be played, since the workers end before they are ready: ${sentence}`,
  'why/seat': (last: number, seat: number) => `the seat must be 0 to ${last}, not ${seat}`,
} satisfies Sentences;
