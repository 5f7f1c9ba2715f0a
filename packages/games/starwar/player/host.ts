import { cylinderHost } from '../../cylinder/player/host.ts';
import { STAR_WAR } from '../rules/dialect.ts';
import { StarWarPlayer } from './api.ts';

export const follow = cylinderHost(STAR_WAR, StarWarPlayer);
