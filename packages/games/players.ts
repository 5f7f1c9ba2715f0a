import type { PlayerPort } from '@ludus/game/port.ts';
import type { MobPlayer } from './angrymob/player/api.ts';
import { inProcessMob } from './angrymob/player/in-process.ts';
import { CamperJoe } from './angrymob/players/camper-joe.ts';
import { GravityGoers } from './angrymob/players/gravity-goers.ts';
import { ProfessorRandom } from './angrymob/players/professor-random.ts';
import { RandomRunners } from './angrymob/players/random-runners.ts';
import { Warlord } from './angrymob/players/warlord.ts';
import type { PlayerOutput } from './cylinder/player/api.ts';
import { type CylinderPlayerCode, inProcessCylinder } from './cylinder/player/in-process.ts';
import { demo } from './cylinder/players/demo.ts';
import { dummy } from './cylinder/players/dummy.ts';
import { MadMaxPlayer } from './madmax/player/api.ts';
import { Nux } from './madmax/players/nux.ts';
import { StarWarPlayer } from './starwar/player/api.ts';
import { Rogue } from './starwar/players/rogue.ts';

/** A player that comes with Ludus. */
export interface BuiltinPlayer {
  readonly game: string;
  readonly name: string;
  /** One line for `ludus match -l`. */
  readonly summary: string;
  /** A fresh player for one seat of one match. */
  open(output?: PlayerOutput): AnyPort;
}
// biome-ignore lint/suspicious/noExplicitAny: the game that a port belongs to is named beside it
export type AnyPort = PlayerPort<any, any, any>;

const madmax = (name: string, summary: string, code: CylinderPlayerCode): BuiltinPlayer => ({
  game: 'madmax',
  name,
  summary,
  open: (output) => inProcessCylinder(name, code, MadMaxPlayer, output),
});
const starwar = (name: string, summary: string, code: CylinderPlayerCode): BuiltinPlayer => ({
  game: 'starwar',
  name,
  summary,
  open: (output) => inProcessCylinder(name, code, StarWarPlayer, output),
});
const angrymob = (name: string, summary: string, Player: new () => MobPlayer): BuiltinPlayer => ({
  game: 'angrymob',
  name,
  summary,
  open: (output) => inProcessMob(name, new Player(), output),
});

const nothing = (): void => {};

/** All players that come with Ludus; the only list of them. */
export const BUILTIN_PLAYERS: readonly BuiltinPlayer[] = [
  madmax('Null', 'asks nothing', nothing),
  madmax('Demo', 'takes what lies next to it, else wanders', demo),
  madmax('Dummy', 'finds the shortest safe way to a prize, shoots what is right ahead', dummy),
  madmax('Nux', 'looks many rounds ahead at what missiles, window and rivals will do', Nux),
  starwar('Null', 'asks nothing', nothing),
  starwar('Demo', 'takes what lies next to it, else wanders', demo),
  starwar('Dummy', 'finds the shortest safe way to a prize, shoots what is right ahead', dummy),
  starwar('Rogue', 'looks many rounds ahead at what missiles, window and rivals will do', Rogue),
  angrymob('CamperJoe', 'never moves', CamperJoe),
  angrymob('ProfessorRandom', 'plays random moves', ProfessorRandom),
  angrymob('RandomRunners', 'its units run at random', RandomRunners),
  angrymob('GravityGoers', 'prizes, bases and enemies attract its units as by gravity', GravityGoers),
  angrymob('Warlord', 'counts steps and units: gathers, then wins by force', Warlord),
];
