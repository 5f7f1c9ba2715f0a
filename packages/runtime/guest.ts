/** The player's side inside the JavaScript engine. Importing this module replaces the clock and chance. */
export { type Guest, guestOf } from './quickjs/guest/guest.ts';
export { followMoves } from './quickjs/guest/moves.ts';
