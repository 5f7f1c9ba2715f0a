import { cylinderHost } from '../../cylinder/player/host.ts';
import { MAD_MAX } from '../rules/game.ts';
import { MadMaxPlayer } from './api.ts';

export const follow = cylinderHost(MAD_MAX, MadMaxPlayer);
