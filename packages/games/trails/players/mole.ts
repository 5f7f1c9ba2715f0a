import { type Cell, TrailsPlayer } from '../player/api.ts';

/** Goes where there is the most room; when alone in its area, it leaves no gaps. */
export class Mole extends TrailsPlayer {
  play(): void {
    const isAlone = !this.meetsOthers();
    let best = -1;
    for (const direction of this.exits()) {
      const cell = this.next(direction);
      const ways = this.exits(cell).length;
      // Among directions into the same room, prefers the direction along walls and trails if the player is alone, and
      // otherwise the open direction. In a tie, prefers straight ahead.
      let value = 10 * this.reach(cell).size + 2 * (isAlone ? 3 - ways : ways) + (direction === this.heading ? 1 : 0);
      // If another player may enter the cell as well, both may be eliminated.
      if (this.isContested(cell)) value /= 4;
      if (value <= best) continue;
      best = value;
      this.go(direction);
    }
  }

  /** The free cells reachable from a cell, including that cell. */
  private reach(from: Cell): Set<number> {
    const reached = new Set([this.index(from)]);
    const queue = [from];
    for (const cell of queue) {
      for (const direction of this.exits(cell)) {
        const next = this.next(direction, cell);
        if (reached.has(this.index(next))) continue;
        reached.add(this.index(next));
        queue.push(next);
      }
    }
    return reached;
  }

  /** Whether I can reach a cell next to another player. */
  private meetsOthers(): boolean {
    const reached = this.reach(this.position);
    return this.others().some((player) => this.placesNextTo(player).some((cell) => reached.has(cell)));
  }

  private isContested(cell: Cell): boolean {
    return this.others().some((player) => this.placesNextTo(player).includes(this.index(cell)));
  }

  private placesNextTo(player: number): number[] {
    const theirs = this.positionOf(player);
    return this.exits(theirs).map((direction) => this.index(this.next(direction, theirs)));
  }
}
