import { type BoardSeats, sidesOf } from '../data/one-size.ts';
import { t } from './messages.ts';

/** Describes the number of players and sides of a board. */
export const seatsText = (board: BoardSeats): string =>
  board.teams ? t('board.teams', { n: board.seats, sides: sidesOf(board) }) : t('board.seats', { n: board.seats });
