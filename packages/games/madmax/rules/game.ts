import { cylinderGame } from '../../cylinder/rules/game.ts';
import { MAD_MAX } from './dialect.ts';

export const madmax = cylinderGame('madmax', 'Mad Max', MAD_MAX);
