import { type BoardSeats, sidesOf } from '../data/one-size.ts';
import { t } from './messages.ts';

/** How many players a board is for, and on how many sides. */
export const seatsText = (board: BoardSeats): string =>
  board.teams ? t('board.teams', { n: board.seats, sides: sidesOf(board) }) : t('board.seats', { n: board.seats });
