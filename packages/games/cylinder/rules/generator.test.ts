import { HASH_START, hashText } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAD_MAX } from '../../madmax/rules/game.ts';
import { STAR_WAR } from '../../starwar/rules/game.ts';
import { printBoard, readBoard } from './codec/board.ts';
import { generateBoard, generateLike } from './generator.ts';
import { brokenInvariant } from './invariants.ts';
import type { CylinderBoard } from './position.ts';
import { OBSTACLE } from './position-view.ts';
import { wildBoard } from './random-board.ts';
import { CylinderState } from './state.ts';

const DIALECTS = [MAD_MAX, STAR_WAR] as const;
const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const dialects = fc.constantFrom(...DIALECTS);

const grid = ({ first, settings }: CylinderBoard) =>
  Array.from({ length: settings.rows }, (_, row) =>
    first.contents.slice(row * settings.universeColumns, (row + 1) * settings.universeColumns).join(''),
  );

/** The cells that the first unit can reach by moving up, down, left, and right. */
function reached({ first, settings }: CylinderBoard): number {
  const { rows, universeColumns } = settings;
  const seen = new Set([first.units[0].row * universeColumns + first.units[0].column]);
  for (const cell of seen) {
    const [row, column] = [Math.floor(cell / universeColumns), cell % universeColumns];
    for (const [down, right] of [
      [0, 1],
      [0, universeColumns - 1],
      [1, 0],
      [-1, 0],
    ]) {
      const to = row + down;
      const next = to * universeColumns + ((column + right) % universeColumns);
      if (to >= 0 && to < rows && first.contents[next] !== OBSTACLE) seen.add(next);
    }
  }
  return seen.size;
}

/** Checks the properties that every generated board has, whatever its settings are. */
function expectFair(board: CylinderBoard): void {
  const { dialect, first, settings } = board;
  expect(readBoard(dialect, printBoard(board))).toEqual({ ok: true, value: board });
  expect(brokenInvariant(new CylinderState(board, 1))).toBeUndefined();
  const rows = grid(board);
  expect(rows.toReversed()).toEqual(rows);
  // The second seat's half of the board is the first seat's half, mirrored vertically.
  const height = Math.floor(settings.rows / 4);
  const edge = Math.floor((settings.rows - 4 * height) / 2);
  const band = (n: number) => rows.slice(edge + n * height, edge + (n + 1) * height);
  expect(band(1).toReversed()).toEqual(band(0));
  const { unitsPerPlayer } = settings;
  const units = [0, 1, 2, 3].map((seat) =>
    first.units.slice(seat * unitsPerPlayer, (seat + 1) * unitsPerPlayer).map(({ row, column }) => [row, column]),
  );
  const mirrored = (seat: number) => units[seat].map(([row, column]) => [settings.rows - 1 - row, column]);
  expect(mirrored(3)).toEqual(units[0]);
  expect(mirrored(2)).toEqual(units[1]);
  expect(reached(board)).toBe(first.contents.filter((content) => content !== OBSTACLE).length);
  for (const { column, row } of first.units)
    for (let ahead = 0; ahead < 4; ahead++) expect(first.contentAt(row, column + ahead)).not.toBe(OBSTACLE);
}

test('a generated cylinder board can be read, has settings within their limits, and is its own mirror image', () => {
  fc.assert(
    fc.property(dialects, seeds, (dialect, seed) => {
      const board = generateBoard(dialect, seed);
      expectFair(board);
      const { settings, first } = board;
      for (const { key, min, max } of dialect.fields) {
        expect(settings[key]).toBeGreaterThanOrEqual(min);
        expect(settings[key]).toBeLessThanOrEqual(max);
      }
      const wanted = [settings.missileBonuses, settings.pointBonuses, settings.gasBonuses];
      const counts = [1, 2, 3].map((kind) => first.contents.filter((content) => content === kind).length);
      for (const [kind, count] of counts.entries()) expect(count).toBeLessThanOrEqual(wanted[kind]);
      expect(counts[0] + counts[1]).toBeGreaterThan(wanted[0]);
    }),
    { numRuns: 300 },
  );
});

test('a board generated from another board has that board’s settings, unless an error states that the units don’t fit', () => {
  fc.assert(
    fc.property(dialects, seeds, (dialect, seed) => {
      const model = wildBoard(dialect, new Lehmer(seed));
      try {
        const board = generateLike(model, seed);
        expect(board.settings).toEqual(model.settings);
        expectFair(board);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        expect((error as Error).message).toMatch(/^\d+ rows of \d+ columns have no room for \d+ units/);
      }
    }),
    { numRuns: 150 },
  );
});

test('units can move around the whole universe of a generated board', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { first, settings } = generateBoard(DIALECTS[seed % 2], seed);
    // Moves straight ahead, or one row up or down through the cells that such a move enters.
    let rows = new Set(first.units.map(({ row }) => row));
    const isFree = (row: number, column: number) =>
      row >= 0 && row < settings.rows && first.contentAt(row, column) !== OBSTACLE;
    const begin = Math.max(...first.units.map(({ column }) => column));
    for (let column = begin; column < begin + settings.universeColumns; column++) {
      // The window doesn't restrict the units here: they may move any number of rows in one column.
      for (const row of rows)
        for (const step of [-1, 1]) for (let at = row + step; isFree(at, column); at += step) rows.add(at);
      rows = new Set([...rows].filter((row) => isFree(row, column + 1)));
    }
    expect(rows.size).toBeGreaterThan(0);
  }
});

test('different seeds, including negative seeds, give different cylinder boards', () => {
  for (const dialect of DIALECTS) {
    const boards = new Set<string>();
    for (let seed = -200; seed <= 200; seed++) boards.add(printBoard(generateBoard(dialect, seed)));
    expect(boards.size).toBe(401);
  }
});

test('the same seed gives the same cylinder boards in every release', () => {
  let hash = HASH_START;
  for (const dialect of DIALECTS)
    for (let seed = -100; seed <= 100; seed++) {
      const board = generateBoard(dialect, seed);
      hash = hashText(printBoard(board), hash);
      hash = hashText(printBoard(generateLike(board, seed + 1)), hash);
    }
  expect(hash.toString(16)).toMatchInlineSnapshot(`"9ef28abd"`);
});
