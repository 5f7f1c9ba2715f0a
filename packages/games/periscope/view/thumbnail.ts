import { type Theme, type Thumbnail, twoTeamsColor } from '@ludus/viewer/view.ts';
import { readBoard } from '../rules/board.ts';
import { COLORS } from './art.ts';

/** A thumbnail of a board file; undefined if the text isn't a board of the game. */
export function thumbnail(text: string, theme: Theme): Thumbnail | undefined {
  const read = readBoard(text);
  if (!read.ok) return undefined;
  const { rows, columns, islands, siteAt, harbours } = read.value;
  return {
    rows,
    columns,
    ground: COLORS[theme].sea,
    color(row, column) {
      const cell = row * columns + column;
      const seat = harbours.findIndex((cells) => cells.includes(cell));
      if (seat >= 0) return twoTeamsColor(seat, theme);
      if (siteAt[cell] >= 0) return COLORS[theme].gold;
      return islands[cell] === 1 ? COLORS[theme].sand : undefined;
    },
  };
}
