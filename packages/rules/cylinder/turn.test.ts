import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lehmer } from '../kernel/lehmer.ts';
import { MAD_MAX } from '../madmax/dialect.ts';
import { madmax } from '../madmax/game.ts';
import { STAR_WAR } from '../starwar/dialect.ts';
import { starwar } from '../starwar/game.ts';
import { printPosition } from './codec/print.ts';
import type { Instructions } from './instructions.ts';
import { NaiveMatch } from './testing/naive.ts';
import { type BoardShape, randomBoard } from './wild-board.ts';

const SHAPE: fc.Arbitrary<BoardShape> = fc.record({
  rows: fc.integer({ min: 5, max: 14 }),
  columns: fc.integer({ min: 10, max: 26 }),
  outside: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 })),
  unitsPerPlayer: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.integer({ min: 6, max: 45 })),
  obstacles: fc.integer({ min: 0, max: 25 }),
  prizes: fc.integer({ min: 0, max: 30 }),
  missiles: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  dead: fc.integer({ min: 0, max: 100 }),
  round: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 })),
  regeneration: fc.integer({ min: 1, max: 6 }),
});

const listOf = (instructions: Instructions) =>
  Array.from({ length: instructions.length }, (_, i) => ({
    unit: instructions.units[i],
    code: instructions.codes[i],
  }));

test.each([
  [madmax, MAD_MAX],
  [starwar, STAR_WAR],
] as const)('%#: the engine does what the specification says line by line', (game, dialect) => {
  fc.assert(
    fc.property(SHAPE, fc.integer(), fc.boolean(), (shape, seed, sensible) => {
      const random = new Lehmer(seed);
      const board = randomBoard(dialect, shape, random);
      const state = game.start(board, seed);
      const naive = new NaiveMatch(board, seed);
      for (let round = 0; round < 12; round++) {
        const asked = [0, 1, 2, 3].map((seat) => game.wildMove(state, seat, random));
        if (sensible && round % 3 > 0) for (const list of asked) list.clear();
        game.advance(state, asked);
        naive.playRound(asked.map(listOf));
        expect(state.done.map(listOf)).toEqual(naive.done);
        expect(printPosition(dialect, state)).toBe(printPosition(dialect, naive.position()));
        expect(game.brokenInvariant(state)).toBeUndefined();
      }
    }),
    // Mutation testing runs this thousands of times.
    { numRuns: Number(process.env.LUDUS_PROPERTY_RUNS ?? 400) },
  );
});
