import { followMoves, guestOf } from '@ludus/runtime/guest.ts';
import { trails } from '../rules/game.ts';
import { openPlayer } from './in-process.ts';

export const { open, start, play } = guestOf({ open: openPlayer }, followMoves(trails));
