import type { PeriscopePlayer } from '../player/api.ts';
import { Orca } from './orca.ts';
import { Barnacle, Barracuda, Crab, Jellyfish, Otter } from './simple-players.ts';

/** The players that come with Periscope, each much stronger than the one before (docs/periscope.md §10). */
export const PLAYERS: readonly { name: string; summary: string; code: new () => PeriscopePlayer }[] = [
  { name: 'Barnacle', summary: 'stays silent', code: Barnacle },
  { name: 'Jellyfish', summary: 'drifts straight on, by chance', code: Jellyfish },
  { name: 'Crab', summary: 'sends one submarine to the nearest site, step by step', code: Crab },
  { name: 'Otter', summary: 'dives for the nearest wreck, and looks for no one', code: Otter },
  { name: 'Barracuda', summary: 'fires at what it sees or has just heard, else dives for wrecks', code: Barracuda },
  { name: 'Orca', summary: 'weighs every order by where hostile submarines may be', code: Orca },
];
