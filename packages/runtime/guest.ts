/** The side of players inside the engine of JavaScript. Importing this module replaces the clock and chance. */
export { type Guest, guestOf } from './quickjs/guest/guest.ts';
export { followMoves } from './quickjs/guest/moves.ts';
