// A player of Trails, lesson 4. Of the exits into the largest area, it takes the one along walls and trails, to leave
// no gaps.
import { type Cell, DIRECTIONS, TrailsPlayer } from 'ludus/trails';

export default class Filler extends TrailsPlayer {
  play(): void {
    let best = 0;
    for (const direction of DIRECTIONS) {
      const cell = this.next(direction);
      if (!this.isFree(cell)) continue;
      // Room counts ten times as much as exits, which only decide between equal rooms.
      const value = 10 * this.room(cell) - this.exits(cell).length;
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
