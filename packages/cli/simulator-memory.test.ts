import type { ObservedMatches } from '@ludus/env/observer.ts';
import { toyGame, toySimulator } from '@ludus/env/testing.ts';
import { expect, test } from 'vitest';
import { checkMemory } from './simulator-memory.ts';

const toy = { game: toyGame, simulator: toySimulator, board: null, seats: 2, units: 4, hasManyBoards: false };
const observe = { seats: [0], observe: [], all: false };

test('observations that don’t fit into memory or through a pipe are rejected with their size in bytes', () => {
  const check = (size: number, buffers: number, most?: number) => () =>
    checkMemory(toy as unknown as ObservedMatches, size, observe, { buffers, most });
  // Rewards and scores of two seats, the round, and whether it is over: 21 bytes per match.
  expect(check(100, 2, 4200)).not.toThrow();
  expect(check(100, 2, 4199)).toThrow(
    '--size 100: the observations need 4200 bytes of memory, but only 4199 are available',
  );
  expect(check(10 ** 15, 1)).toThrow(
    '--size 1000000000000000: the observations need 21000000000000000 bytes of memory',
  );
  expect(check(2 ** 28, 0)).toThrow('the observations have 5637144576 bytes, but a pipe allows at most 2147483648');
});
