import { type BoardSeats, sidesOf } from '../data/one-size.ts';
import { t } from './messages.ts';

/** How many players a board is for, and in how many teams. */
export const seatsText = (board: BoardSeats): string =>
  board.teams ? t('board.teams', { n: board.seats, teams: sidesOf(board) }) : t('board.seats', { n: board.seats });
