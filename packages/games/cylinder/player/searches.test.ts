import { windowDistances } from '@ludus/kernel/grid.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_DIRECTIONS, pathOf } from './api.ts';

const board = fc
  .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 2, max: 9 }), round: fc.nat(30) })
  .chain(({ rows, columns, round }) =>
    fc.record({
      columns: fc.constant(columns),
      round: fc.constant(round),
      window: fc.integer({ min: 1, max: columns - 1 }),
      cells: fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: rows * columns, maxLength: rows * columns }),
      row: fc.nat(rows - 1),
      ahead: fc.nat(),
    }),
  );

test('windowDistances returns the number of rounds that a unit needs to each cell', () => {
  fc.assert(
    fc.property(board, ({ columns, round, window, cells, row, ahead }) => {
      const from = row * columns + ((round + (ahead % window)) % columns);
      const found = windowDistances({ cells: Uint8Array.from(cells), columns, window, round }, [from]);
      expect(Array.from(found)).toEqual(byMoves(cells, columns, window, round, from));
    }),
    { numRuns: 500 },
  );
});

/** Tries all moves in each round, including SLOW, from each cell that the unit can have reached. */
function byMoves(cells: readonly number[], columns: number, window: number, round: number, from: number): number[] {
  const column = (cell: number) => ((cell % columns) + columns) % columns;
  const isFree = (row: number, at: number) =>
    row >= 0 && row < cells.length / columns && cells[row * columns + column(at)] === 0;
  const nearest: number[] = cells.map((_, cell) => (cell === from ? 0 : -1));
  let here = new Set([from]);
  for (let then = 1; then <= columns; then++) {
    const next = new Set<number>();
    for (const cell of here) {
      const [row, at] = [Math.floor(cell / columns), cell % columns];
      for (const direction of ALL_DIRECTIONS) {
        const to = at + direction.column;
        const left = columns * 100 + to - (round + then);
        if (left % columns >= window) continue;
        if (pathOf(direction).every((step) => isFree(row + step.row, at + step.column)))
          next.add((row + direction.row) * columns + column(to));
      }
    }
    for (const cell of next) if (nearest[cell] < 0) nearest[cell] = then;
    here = next;
  }
  return nearest;
}
