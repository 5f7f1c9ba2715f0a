import { fourColor, type Theme, type Thumbnail } from '@ludus/viewer/view.ts';
import { readBoard } from '../rules/board.ts';
import { GROUND } from './art.ts';

export const WALL: Readonly<Record<Theme, string>> = { dark: '#5c6fa6', light: '#6d7ba8' };

/** A thumbnail of a board file; undefined if the text isn't a board of the game. */
export function thumbnail(text: string, theme: Theme): Thumbnail | undefined {
  const read = readBoard(text);
  if (!read.ok) return undefined;
  const { rows, columns, walls, starts } = read.value;
  return {
    rows,
    columns,
    ground: GROUND[theme].void,
    color(row, column) {
      const cell = row * columns + column;
      const seat = starts.findIndex((start) => start.cell === cell);
      if (seat >= 0) return fourColor(seat, theme);
      return walls[cell] === 1 ? WALL[theme] : undefined;
    },
  };
}
