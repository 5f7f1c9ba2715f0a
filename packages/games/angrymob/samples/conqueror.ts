// The sample player: all units walk straight to the opponent's base.
import type { MobGame, Submove } from 'ludus/angrymob';

export default class Conqueror {
  /** Steps to the opponent's base, by cell. */
  private steps = new Map<string, number>();

  start(game: MobGame): void {
    const queue = [game.theirBase];
    this.steps.set(key(game.theirBase), 0);
    for (const cell of queue) {
      for (const d of game.exits(cell.i, cell.j)) {
        const next = game.step(cell.i, cell.j, d);
        if (this.steps.has(key(next))) continue;
        this.steps.set(key(next), this.stepsFrom(cell) + 1);
        queue.push(next);
      }
    }
  }

  move(game: MobGame): Submove[] {
    return game.groups().map(({ i, j, units }) => {
      const exits = game.exits(i, j);
      const distances = exits.map((d) => this.stepsFrom(game.step(i, j, d)));
      return { i, j, k: units, d: exits[distances.indexOf(Math.min(...distances))] };
    });
  }

  private stepsFrom(cell: { i: number; j: number }): number {
    return this.steps.get(key(cell)) ?? 0;
  }
}

function key({ i, j }: { i: number; j: number }): string {
  return `${i} ${j}`;
}
