import { cylinderHost } from '../../cylinder/player/host.ts';
import { STAR_WAR } from '../rules/game.ts';
import { StarWarPlayer } from './api.ts';

export const follow = cylinderHost(STAR_WAR, StarWarPlayer);
