import { followMoves, guestOf } from '@ludus/runtime/guest.ts';
import { angrymob } from '../rules/game.ts';
import { openMob } from './in-process.ts';

export const { open, start, play } = guestOf({ open: openMob }, followMoves(angrymob));
