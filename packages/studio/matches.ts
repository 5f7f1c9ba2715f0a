/** Matches in a page and in links. */
export { BUILTIN_BOARDS } from './data/boards.ts';
export { linkOf, readLink } from './data/link.ts';
export { GAME_FILES, kitOf } from './games/kits.ts';
export { fuelSeats } from './match/fuel.ts';
export { fetchedParts } from './match/fuel-parts.ts';
export type { PlayerOrder } from './match/order.ts';
export { openSeat } from './match/play-order.ts';
