import type { TrailsPlayer } from '../player/api.ts';
import { Lynx } from './lynx.ts';
import { Mole } from './mole.ts';
import { Moth } from './moth.ts';
import { Null } from './null.ts';

/** The players that come with Trails, each much stronger than the one before (docs/trails.md). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => TrailsPlayer }[] = [
  { name: 'Null', summary: 'asks nothing: straight on', code: Null },
  { name: 'Moth', summary: 'turns at random, and away from what is right ahead', code: Moth },
  { name: 'Mole', summary: 'goes where there is most room, close to walls and trails', code: Mole },
  { name: 'Lynx', summary: 'looks ahead at whose the cells will be, and fills what is its own', code: Lynx },
];
