import { cylinderFixture } from '../../cylinder/rules/fixture.ts';
import { MAD_MAX, madmax } from './game.ts';

export const fixture = cylinderFixture(madmax, MAD_MAX);
