import { cylinderGame } from '../../cylinder/rules/game.ts';
import { STAR_WAR } from './dialect.ts';

export const starwar = cylinderGame('starwar', 'Star War', STAR_WAR);
