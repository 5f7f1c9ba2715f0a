import { HASH_START, hashText } from '@ludus/kernel/hash.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS, printBoard, readBoard, type TrailsBoard } from './board.ts';
import { trails } from './game.ts';
import { generateBoard, generateLike } from './generator.ts';

const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const players = fc.integer({ min: LIMITS.players[0], max: LIMITS.players[1] });

/** Cells reachable from the first start. */
function reached({ walls, neighbours, starts }: TrailsBoard): number {
  const seen = new Set([starts[0].cell]);
  for (const cell of seen)
    for (let d = 0; d < 4; d++) {
      const next = neighbours[4 * cell + d];
      if (walls[next] === 0) seen.add(next);
    }
  return seen.size;
}

/** The board from a seat's view: the cell at each distance ahead and to the right, over the whole board. */
function seenFrom({ walls, neighbours, starts, rows, columns }: TrailsBoard, seat: number): string {
  const { cell, heading } = starts[seat];
  const step = (from: number, quarters: number) => neighbours[4 * from + ((heading + quarters) & 3)];
  const mark = (at: number) => (walls[at] === 1 ? '#' : starts.some((start) => start.cell === at) ? 'S' : '.');
  const isUpright = heading % 2 === 0;
  let text = '';
  let ahead = cell;
  for (let i = 0; i < (isUpright ? rows : columns); i++, ahead = step(ahead, 0)) {
    let at = ahead;
    for (let j = 0; j < (isUpright ? columns : rows); j++, at = step(at, 1)) text += mark(at);
  }
  return text;
}

test('every seat has the same view of a generated Trails board', () => {
  fc.assert(
    fc.property(seeds, players, (seed, count) => {
      const board = generateBoard(seed, count);
      const views = board.starts.map((_, seat) => seenFrom(board, seat));
      expect(views).toEqual(views.map(() => views[0]));
    }),
    { numRuns: 150 },
  );
});

test('a generated Trails board can be read, is connected, is at least half free, and has sides of 10 to 36 cells', () => {
  fc.assert(
    fc.property(seeds, players, (seed, count) => {
      const board = generateBoard(seed, count);
      const read = readBoard(printBoard(board));
      expect(read).toEqual({ ok: true, value: board });
      expect(board.starts.length).toBe(count);
      const free = board.walls.filter((wall) => wall === 0).length;
      expect(reached(board)).toBe(free);
      expect(2 * free).toBeGreaterThanOrEqual(board.walls.length);
      for (const side of [board.rows, board.columns]) {
        expect(side).toBeGreaterThanOrEqual(10);
        expect(side).toBeLessThanOrEqual(36);
      }
      expect([board.rounds, board.bonus]).toEqual([400, 60]);
      if (count === 2) expect(board.trailsStay).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('Trails boards based on another board have that board’s size, settings, and players, and are fair to every seat', () => {
  const sides = fc.integer({ min: LIMITS.rows[0], max: 40 });
  fc.assert(
    fc.property(seeds, players, sides, sides, (seed, count, rows, columns) => {
      const drawn = generateBoard(seed, count);
      // For half of the seeds, the generator draws the size.
      const model = seed % 2 === 0 ? drawn : { ...drawn, rows, columns };
      try {
        const board = generateLike(model, seed + 1);
        const read = readBoard(printBoard(board));
        expect(read).toEqual({ ok: true, value: board });
        const { bonus, rounds, trailsStay } = model;
        expect(board).toMatchObject({ bonus, rounds, trailsStay, rows: model.rows, columns: model.columns });
        const views = board.starts.map((_, seat) => seenFrom(board, seat));
        expect(views).toEqual(drawn.starts.map(() => views[0]));
        expect(reached(board)).toBe(board.walls.filter((wall) => wall === 0).length);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        expect(model).not.toBe(drawn);
        expect(columns % count).not.toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});

test('different seeds, including negative seeds, give different Trails boards', () => {
  for (const count of [2, 3, 4]) {
    const boards = new Set<string>();
    for (let seed = -250; seed <= 250; seed++) boards.add(printBoard(generateBoard(seed, count)));
    expect(boards.size).toBe(501);
  }
});

test('Trails generates boards for two players', () => {
  for (let seed = 0; seed < 50; seed++) expect(trails.seatsOf(trails.generateBoard!(seed))).toBe(2);
  expect(trails.generateBoard!(7)).toEqual(generateBoard(7, 2));
});

test('the Trails generator makes both kinds of trails, and boards with and without walls', () => {
  const boards = Array.from({ length: 100 }, (_, seed) => generateBoard(seed, 3));
  expect(new Set(boards.map((board) => board.trailsStay)).size).toBe(2);
  expect(new Set(boards.map((board) => board.walls.includes(1))).size).toBe(2);
});

test('the same seed gives the same Trails boards in every release', () => {
  let hash = HASH_START;
  for (let seed = -300; seed <= 300; seed++)
    for (const count of [2, 3, 4]) hash = hashText(printBoard(generateBoard(seed, count)), hash);
  expect(hash.toString(16)).toMatchInlineSnapshot(`"40923146"`);
});
