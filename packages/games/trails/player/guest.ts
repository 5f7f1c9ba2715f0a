import { guestOf } from '@ludus/runtime/quickjs/guest/guest.ts';
import { followMoves } from '@ludus/runtime/quickjs/guest/moves.ts';
import { trails } from '../rules/game.ts';
import { openPlayer } from './in-process.ts';

export const { open, start, play } = guestOf({ open: openPlayer }, followMoves(trails));
