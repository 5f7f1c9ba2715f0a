import { cylinderGuest } from '../../cylinder/player/guest.ts';
import { openCylinder } from '../../cylinder/player/in-process.ts';
import { StarWarPlayer } from './api.ts';

export const { open, start, play } = cylinderGuest({ open: openCylinder(StarWarPlayer) });
