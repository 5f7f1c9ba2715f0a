/** Matches in a page. */
export { BUILTIN_BOARDS } from './data/boards.ts';
export { GAME_FILES, kitOf } from './games/kits.ts';
export { fuelSeats } from './match/fuel.ts';
export { fetchedParts } from './match/fuel-parts.ts';
export type { PlayerOrder } from './match/order.ts';
export { openSeat } from './match/play.ts';
