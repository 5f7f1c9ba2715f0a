// A player of Trails, lesson 3: counts the room behind each exit, and takes the exit with the most.
import { type Cell, DIRECTIONS, TrailsPlayer } from 'ludus/trails';

export default class Counter extends TrailsPlayer {
  play(): void {
    let best = 0;
    for (const direction of DIRECTIONS) {
      const cell = this.next(direction);
      if (!this.isFree(cell)) continue;
      const value = this.room(cell);
      if (value <= best) continue;
      best = value;
      this.go(direction);
    }
  }

  /** The number of free cells reachable from a free cell, including that cell. */
  private room(from: Cell): number {
    const seen = new Set([this.index(from)]);
    const queue = [from];
    for (const cell of queue) {
      for (const next of DIRECTIONS.map((direction) => this.next(direction, cell))) {
        if (!this.isFree(next) || seen.has(this.index(next))) continue;
        seen.add(this.index(next));
        queue.push(next);
      }
    }
    return queue.length;
  }
}
