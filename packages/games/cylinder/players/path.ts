import type { Direction } from '../player/api.ts';

/** The cells that a move enters, in order and relative to where it begins (docs/cylinder.md §5.2). */
export function pathOf({ row, column }: Direction): readonly Direction[] {
  const cells: Direction[] = [];
  if (column >= 1) cells.push({ row: 0, column: 1 });
  if (row !== 0) cells.push({ row, column: 0 });
  if (row !== 0 && column >= 1) cells.push({ row, column: 1 });
  if (column === 2) cells.push({ row: 0, column: 2 });
  if (row !== 0 && column === 2) cells.push({ row, column: 2 });
  return cells;
}
