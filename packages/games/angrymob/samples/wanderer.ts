// A player in ten lines: every group of units moves in a random direction.
// ludus player ./wanderer.ts -port 14400
import type { MobGame, Submove } from 'ludus/angrymob';

export default class Wanderer {
  move(game: MobGame): Submove[] {
    return game.groups().map(({ i, j, units }) => {
      const exits = game.exits(i, j);
      return { i, j, k: units, d: exits[game.random(0, exits.length - 1)] };
    });
  }
}
