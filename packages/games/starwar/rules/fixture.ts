import { cylinderFixture } from '../../cylinder/rules/fixture.ts';
import { STAR_WAR, starwar } from './game.ts';

export const fixture = cylinderFixture(starwar, STAR_WAR);
