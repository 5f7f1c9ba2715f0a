import type { MobGame, MobPlayer, Submove } from '../player/api.ts';
import { stepTowards } from './seeker.ts';

/** One step in so many leads on, the others anywhere. */
const STEADY = 3;

/** All go straight for the other base, by the shortest way, and stray a lot; what lies on the way comes along. */
export class Pilgrim implements MobPlayer {
  move(game: MobGame): Submove[] {
    return game.groups().flatMap(({ i, j, units }) => {
      const exits = game.exits(i, j);
      const strays = exits.length > 0 && game.random(1, STEADY) > 1;
      const d = strays ? exits[game.random(0, exits.length - 1)] : stepTowards(game, i, j, game.theirBase);
      return d === undefined ? [] : [{ i, j, k: units, d }];
    });
  }
}
