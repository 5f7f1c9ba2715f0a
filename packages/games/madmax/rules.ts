/** The rules of Mad Max. */
export { MAD_MAX } from './rules/dialect.ts';
export { madmax } from './rules/game.ts';
