import type { Cell, MobGame, MobPlayer, Submove } from '../player/api.ts';

/** The player attacks once it has this number of units. */
const ENOUGH = 6;

/**
 * Each group moves to the nearest neutral units until the player has enough units, and then to the opponent's base. No
 * unit stays at home.
 */
export class Seeker implements MobPlayer {
  move(game: MobGame): Submove[] {
    return game.groups().flatMap(({ i, j, units }) => {
      const goal = game.myTotal >= ENOUGH ? game.theirBase : nearestPile(game, i, j);
      const d = stepTowards(game, i, j, goal);
      return d === undefined ? [] : [{ i, j, k: units, d }];
    });
  }
}

/** The nearest neutral units; the opponent's base if there are none. */
function nearestPile(game: MobGame, i: number, j: number, taken: ReadonlySet<number> = new Set()): Cell {
  const steps = game.distances(i, j);
  let [goal, least] = [game.theirBase, Number.POSITIVE_INFINITY];
  for (let cell = 0; cell < steps.length; cell++) {
    if (game.state.neutrals[cell] === 0 || steps[cell] < 0 || steps[cell] >= least || taken.has(cell)) continue;
    least = steps[cell];
    goal = { i: Math.floor(cell / game.columns), j: cell % game.columns };
  }
  return goal;
}

/** The direction of the first step of a shortest path. */
function stepTowards(game: MobGame, i: number, j: number, goal: Cell): number | undefined {
  const steps = game.distances(goal.i, goal.j);
  const at = (d: number) => {
    const to = game.step(i, j, d);
    return steps[to.i * game.columns + to.j];
  };
  return game.exits(i, j).sort((one, other) => at(one) - at(other))[0];
}

/** One out of this number of steps makes progress; the other steps are random. */
const STEADY = 3;

/** All units head for the opponent's base by the shortest path, but with many detours, and gather units on the way. */
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
