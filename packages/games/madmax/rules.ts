/** The rules of Mad Max. */
export { MAD_MAX, madmax } from './rules/game.ts';
