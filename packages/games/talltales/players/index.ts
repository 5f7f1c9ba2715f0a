import type { TalltalesPlayer } from '../player/api.ts';
import { Baron } from './baron.ts';
import { Sceptic } from './sceptic.ts';
import { Actuary, Babble, Clerk, Parrot } from './simple.ts';

/** The players that come with Tall Tales, each much stronger than the one before (docs/talltales.md §11). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => TalltalesPlayer }[] = [
  { name: 'Babble', summary: 'claims and calls by the toss of a coin', code: Babble },
  { name: 'Parrot', summary: 'adds as little as it can, whatever it has', code: Parrot },
  { name: 'Clerk', summary: 'claims its best face, and counts on the average', code: Clerk },
  { name: 'Actuary', summary: 'works out how likely each claim is', code: Actuary },
  { name: 'Sceptic', summary: 'takes claims for hints at the dice of others', code: Sceptic },
  { name: 'Baron', summary: 'deals what others may have, and plays the deal to its end', code: Baron },
];
