/** The rules of Trails. */
export { trails } from './rules/game.ts';
