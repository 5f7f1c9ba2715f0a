/** The rules of Star War. */
export { STAR_WAR, starwar } from './rules/game.ts';
