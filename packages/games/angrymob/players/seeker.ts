import type { Cell, MobGame, MobPlayer, Submove } from '../player/api.ts';

/** With so many units it attacks. */
const ENOUGH = 6;

/** Each group goes for the nearest neutral units until there are enough, and then for the other base; no one stays at home. */
export class Seeker implements MobPlayer {
  move(game: MobGame): Submove[] {
    return game.groups().flatMap(({ i, j, units }) => {
      const goal = game.myTotal >= ENOUGH ? game.theirBase : nearestPile(game, i, j);
      const d = stepTowards(game, i, j, goal);
      return d === undefined ? [] : [{ i, j, k: units, d }];
    });
  }
}

/** The neutral units that are fewest steps away; their base where there are none. */
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

/** The direction of the first step of a shortest way. */
function stepTowards(game: MobGame, i: number, j: number, goal: Cell): number | undefined {
  const steps = game.distances(goal.i, goal.j);
  const at = (d: number) => {
    const to = game.step(i, j, d);
    return steps[to.i * game.columns + to.j];
  };
  return game.exits(i, j).sort((one, other) => at(one) - at(other))[0];
}

/** One step in this number leads on, the others anywhere. */
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
