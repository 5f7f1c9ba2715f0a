import { guestOf } from '@ludus/runtime/quickjs/guest/guest.ts';
import { followMoves } from '@ludus/runtime/quickjs/guest/moves.ts';
import { angrymob } from '../rules/game.ts';
import { openMob } from './in-process.ts';

export const { open, start, play } = guestOf({ open: openMob }, followMoves(angrymob));
