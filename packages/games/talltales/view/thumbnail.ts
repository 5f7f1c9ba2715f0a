import { sixteenColor, type Theme, type Thumbnail } from '@ludus/viewer/view.ts';
import { readBoard } from '../rules/board.ts';
import { LOOKS } from './art.ts';

/** A thumbnail of a board file: a row of dice for each player. Undefined if the text isn't a board of the game. */
export function thumbnail(text: string, theme: Theme): Thumbnail | undefined {
  const read = readBoard(text);
  if (!read.ok) return undefined;
  const { players, dice } = read.value;
  return {
    rows: 2 * players + 1,
    columns: 2 * dice + 1,
    ground: LOOKS[theme].felt[1],
    color: (row, column) => (row % 2 === 1 && column % 2 === 1 ? sixteenColor((row - 1) / 2, theme) : undefined),
  };
}
