import { cylinderSpecimen } from '../../cylinder/rules/specimen.ts';
import { MAD_MAX } from './dialect.ts';
import { madmax } from './game.ts';

export const specimen = cylinderSpecimen(madmax, MAD_MAX);
