import { cylinderSpecimen } from '../../cylinder/rules/fixture.ts';
import { STAR_WAR } from './dialect.ts';
import { starwar } from './game.ts';

export const specimen = cylinderSpecimen(starwar, STAR_WAR);
