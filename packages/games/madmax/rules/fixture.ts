import { cylinderSpecimen } from '../../cylinder/rules/fixture.ts';
import { MAD_MAX } from './dialect.ts';
import { madmax } from './game.ts';

export const specimen = cylinderSpecimen(madmax, MAD_MAX);
