// A player of Angry Mob. It gathers a few neutral units, then moves to the opponent's base, each group by the shortest
// path. ludus player ./seeker.ts -port 14400
import type { MobGame, Submove } from 'ludus/angrymob';

/** Number of units from which it attacks. */
const ENOUGH = 6;

export default class Seeker {
  move(game: MobGame): Submove[] {
    return game.groups().flatMap(({ i, j, units }) => {
      const target = this.target(game, i, j);
      const steps = game.distances(target.i, target.j);
      const at = (d: number) => {
        const to = game.step(i, j, d);
        return steps[game.index(to.i, to.j)];
      };
      const [best] = game.exits(i, j).sort((one, other) => at(one) - at(other));
      game.draw({ kind: 'line', from: [i, j], to: [target.i, target.j] }); // shown in the viewer
      return best === undefined ? [] : [{ i, j, k: units, d: best }];
    });
  }

  /** The nearest neutral units while I have too few units, otherwise the opponent's base. */
  private target(game: MobGame, i: number, j: number): { i: number; j: number } {
    let target = game.theirBase;
    if (game.myTotal >= ENOUGH) return target;
    const steps = game.distances(i, j);
    let least = Number.POSITIVE_INFINITY;
    for (let cell = 0; cell < steps.length; cell++) {
      const [row, column] = [Math.floor(cell / game.columns), cell % game.columns];
      if (game.neutrals(row, column) === 0 || steps[cell] < 0 || steps[cell] >= least) continue;
      least = steps[cell];
      target = { i: row, j: column };
    }
    return target;
  }
}
