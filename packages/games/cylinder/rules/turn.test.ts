import { inRevision } from '@ludus/game/replay.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { fixture as madmaxFixture } from '../../madmax/rules/fixture.ts';
import { MAD_MAX } from '../../madmax/rules/game.ts';
import { fixture as starwarFixture } from '../../starwar/rules/fixture.ts';
import { STAR_WAR, STAR_WAR_2, starwar } from '../../starwar/rules/game.ts';
import { printPosition } from './codec/print.ts';
import { type CylinderFixture, cylinderFixture } from './fixture.ts';
import type { Instructions } from './instructions.ts';
import { type CylinderBoard, Position } from './position.ts';
import { MISSILE_BONUS, OBSTACLE, POINT_BONUS } from './position-view.ts';
import { type BoardShape, randomBoard } from './random-board.ts';
import type { CylinderState } from './state.ts';
import { NaiveMatch } from './testing/naive.ts';

const secondFixture = cylinderFixture(inRevision(starwar, '2'), STAR_WAR_2);

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
    unit: instructions.unit(i),
    code: instructions.code(i),
  }));

/**
 * Plays with both the engine and the line-by-line implementation of docs/cylinder.md, and compares everything that is
 * visible.
 */
function playBoth(
  { game, brokenInvariant }: CylinderFixture,
  board: CylinderBoard,
  seed: number,
  rounds: number,
  ask: (round: number) => Instructions[],
): void {
  const state = game.start(board, seed);
  const naive = new NaiveMatch(board, seed);
  for (let round = 0; round < rounds; round++) {
    latest = state;
    const asked = ask(round);
    game.advance(state, asked);
    naive.playRound(asked.map(listOf));
    expect(state.done.map(listOf)).toEqual(naive.done);
    expect(printPosition(board.dialect, state)).toBe(printPosition(board.dialect, naive.position()));
    expect(brokenInvariant(state)).toBeUndefined();
  }
}
/** The current state, for functions that choose moves from it. */
let latest: CylinderState;

test.each([
  [madmaxFixture, MAD_MAX],
  [starwarFixture, STAR_WAR],
  [secondFixture, STAR_WAR_2],
] as const)(
  'the engine agrees with a line-by-line implementation of the rules ($game.title, row %#)',
  (fixture, dialect) => {
    fc.assert(
      fc.property(SHAPE, fc.integer(), fc.boolean(), (shape, seed, sensible) => {
        const random = new Lehmer(seed);
        const board = randomBoard(dialect, shape, random);
        playBoth(fixture, board, seed, 12, (round) => {
          const asked = [0, 1, 2, 3].map((seat) => fixture.wildMove(latest, seat, random));
          if (sensible && round % 3 > 0) for (const list of asked) list.clear();
          return asked;
        });
      }),
      // Mutation testing runs this thousands of times.
      { numRuns: Number(process.env.LUDUS_PROPERTY_RUNS ?? (IS_LONG_RUN ? 500 : 60)) },
    );
  },
);

test.each([
  [madmaxFixture, MAD_MAX],
  [starwarFixture, STAR_WAR],
  [secondFixture, STAR_WAR_2],
] as const)(
  'the engine agrees with the implementation of the rules on sparse boards ($game.title, row %#)',
  (fixture, dialect) => {
    const sparse = fc.record({
      rows: fc.constant(15),
      columns: fc.constant(40),
      outside: fc.constant(10),
      unitsPerPlayer: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(sparse, fc.integer(), (shape, seed) => {
        const random = new Lehmer(seed);
        const rest = { obstacles: 3, prizes: 3, missiles: 0, dead: 0, round: 0, regeneration: 6 };
        const board = randomBoard(dialect, { ...shape, ...rest }, random);
        playBoth(fixture, board, seed, 60, () => [0, 1, 2, 3].map((seat) => fixture.wildMove(latest, seat, random)));
      }),
      { numRuns: process.env.LUDUS_PROPERTY_RUNS ? 4 : 10 },
    );
  },
);

/** A position without the data about dead units (where they died, and their stock and gas). */
const withoutTheDead = (text: string): string => text.replace(/^\d+\t.*\tn\t\d+$/gm, 'dead');

test('revisions of Star War differ only in the lines of dead starships, whatever the moves', () => {
  const second = inRevision(starwar, '2');
  let moved = 0;
  fc.assert(
    fc.property(SHAPE, fc.integer(), (shape, seed) => {
      const random = new Lehmer(seed);
      const board = randomBoard(STAR_WAR, shape, random);
      const states = [starwar.start(board, seed), second.start(board, seed)];
      for (let round = 0; round < 12; round++) {
        const asked = [0, 1, 2, 3].map((seat) => starwarFixture.wildMove(states[0], seat, random));
        starwar.advance(states[0], asked);
        second.advance(states[1], asked);
        const [one, other] = states.map((state) => printPosition(STAR_WAR, state));
        expect(withoutTheDead(other)).toBe(withoutTheDead(one));
        expect(states[1].done.map(listOf)).toEqual(states[0].done.map(listOf));
        if (one !== other) moved++;
      }
    }),
    { numRuns: Number(process.env.LUDUS_PROPERTY_RUNS ?? 100) },
  );
  expect(moved).toBeGreaterThan(0);
});

// Rows of missiles all the way around, with gaps of one column in some places. Each missile waits for the missile
// directly ahead, so none can move first.
test.each([
  ['in every column but two', (column: number) => column !== 4 && column !== 9],
  ['in every other column', (column: number) => column % 2 === 0],
  ['in every column but one', (column: number) => column !== 7],
  ['with gaps of two columns, which leave no ring', (column: number) => column % 4 < 2],
] as const)(
  'the engine agrees with the implementation of the rules on missiles that wait for each other (%s)',
  (_, here) => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Lehmer(seed);
      const shape = { rows: 12, columns: 12, outside: 2, unitsPerPlayer: 1, obstacles: 0, prizes: 0 };
      const rest = { missiles: 0, dead: 100, round: seed, regeneration: 6 };
      const { settings, dialect, first } = randomBoard(STAR_WAR, { ...shape, ...rest }, random);
      const columns = [...Array(12).keys()].filter(here);
      const ids = random.permutation(columns.length);
      const missiles = columns
        .map((column, i) => ({ id: ids[i], owner: random.range(0, 3), row: 6, column }))
        .sort((a, b) => a.id - b.id);
      const contents = first.contents.slice();
      const units = first.units.map((unit) => ({ ...unit, time: 50 }));
      // Units, prizes, and asteroids in the gaps.
      [...Array(12).keys()]
        .filter((column) => !here(column))
        .forEach((column, i) => {
          const what = random.range(0, 3);
          if (what === 3) units[i % 4] = { row: 6, column, missiles: 0, gas: 0, alive: true, time: 0 };
          else contents[6 * 12 + column] = [MISSILE_BONUS, POINT_BONUS, OBSTACLE][what];
        });
      const scores = [0, 0, 0, 0];
      const start = new Position(
        { ...settings, killPoints: 7 },
        first.round,
        contents,
        units,
        missiles,
        scores,
        scores,
      );
      const board = { dialect, settings: start.settings, first: start };
      playBoth(starwarFixture, board, seed, 6, () => [0, 1, 2, 3].map(() => starwar.newMove()));
    }
  },
);
