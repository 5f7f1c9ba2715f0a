import type { TrailsPlayer } from '../player/api.ts';
import { Lynx } from './lynx.ts';
import { Mole } from './mole.ts';
import { Gnat, Moth, Null } from './simple-players.ts';
import { Stoat } from './stoat.ts';

/** The players that come with Trails, each much stronger than the one before (docs/trails.md). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => TrailsPlayer }[] = [
  { name: 'Null', summary: 'asks nothing: straight on', code: Null },
  { name: 'Gnat', summary: 'turns where something is right ahead, without looking where to', code: Gnat },
  { name: 'Moth', summary: 'turns at random, and away from what is right ahead', code: Moth },
  { name: 'Mole', summary: 'goes where there is most room, close to walls and trails', code: Mole },
  { name: 'Stoat', summary: 'goes where it is first at most cells after one step', code: Stoat },
  { name: 'Lynx', summary: 'looks ahead at whose the cells will be, and fills what is its own', code: Lynx },
];
