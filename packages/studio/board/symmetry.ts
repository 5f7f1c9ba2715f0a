import type { Symmetry } from '@ludus/viewer/view.ts';

/**
 * The distinct images of a cell under a symmetry, beginning with the cell itself. A cell is the number row · columns +
 * column. With an impossible symmetry (a quarter turn of a non-square board), the cell's only image is itself.
 */
export function images(cell: number, rows: number, columns: number, symmetry: Symmetry): number[] {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const at = (i: number, j: number) => i * columns + j;
  const half = at(rows - 1 - row, columns - 1 - column);
  const sides = at(row, columns - 1 - column);
  const ends = at(rows - 1 - row, column);
  const around = (times: number) =>
    Array.from({ length: times }, (_, n) => at(row, (column + Math.floor((n * columns) / times)) % columns));
  switch (symmetry) {
    case 'none':
      return [cell];
    case 'sides':
      return unique([cell, sides]);
    case 'ends':
      return unique([cell, ends]);
    case 'half':
      return unique([cell, half]);
    case 'four':
      return unique([cell, half, sides, ends]);
    case 'quarter':
      if (rows !== columns) return [cell];
      return unique([cell, at(column, rows - 1 - row), half, at(columns - 1 - column, row)]);
    case 'twice':
      return unique(around(2));
    case 'around':
      return unique(around(4));
  }
}

const unique = (cells: number[]): number[] => [...new Set(cells)];
