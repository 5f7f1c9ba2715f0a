// A player of Trails, lesson 5: computes who reaches each cell first, and moves where it is first at the most cells.
import { type Cell, DIRECTIONS, TrailsPlayer } from 'ludus/trails';

export default class Claimer extends TrailsPlayer {
  play(): void {
    const rivals = this.others().map((player) => this.positionOf(player));
    let best = Number.NEGATIVE_INFINITY;
    for (const direction of DIRECTIONS) {
      const cell = this.next(direction);
      if (!this.isFree(cell)) continue;
      const value = 10 * this.lead(cell, rivals) - this.exits(cell).length;
      if (value <= best) continue;
      best = value;
      this.go(direction);
    }
  }

  /**
   * The number of my cells minus the opponents': a cell belongs to the player that reaches it first, or to an opponent
   * in a tie.
   */
  private lead(from: Cell, rivals: readonly Cell[]): number {
    const owner = new Map<number, number>();
    const queue = [...rivals, from];
    for (const cell of queue) owner.set(this.index(cell), cell === from ? 1 : -1);
    for (const cell of queue) {
      for (const next of DIRECTIONS.map((direction) => this.next(direction, cell))) {
        if (!this.isFree(next) || owner.has(this.index(next))) continue;
        owner.set(this.index(next), owner.get(this.index(cell))!);
        queue.push(next);
      }
    }
    return [...owner.values()].reduce((sum, one) => sum + one, 0);
  }
}
