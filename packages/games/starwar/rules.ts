/** The rules of Star War. */
export { STAR_WAR } from './rules/dialect.ts';
export { starwar } from './rules/game.ts';
