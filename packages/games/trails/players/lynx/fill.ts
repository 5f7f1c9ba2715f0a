import { Room } from './room.ts';

/** Helps a player that is alone in its part of the board to survive as long as possible. */
export class Fill {
  private readonly neighbours: Int32Array;
  private readonly room: Room;
  private readonly marks: Int8Array;
  private limit = 0;

  constructor(neighbours: Int32Array) {
    this.neighbours = neighbours;
    this.room = new Room(neighbours);
    this.marks = new Int8Array(neighbours.length / 4);
  }

  /** The cell to enter, or −1 if there is none. `budget`: approximate number of cells to examine. */
  choose(blocked: Uint8Array, head: number, budget: number): number {
    const { room, marks } = this;
    for (let cell = 0; cell < marks.length; cell++) marks[cell] = blocked[cell] === 0 ? 1 : 0;
    this.limit = room.work + budget;
    let chosen = -1;
    for (let depth = 1; depth <= 40; depth++) {
      const found = this.deepen(head, depth);
      if (room.work > this.limit && chosen >= 0) break;
      chosen = found.cell;
      if (found.ends) break;
    }
    return chosen;
  }

  private deepen(head: number, depth: number): { cell: number; ends: boolean } {
    let [best, cell] = [-1, -1];
    for (const next of this.exits(head)) {
      const length = 1 + this.longest(next, depth - 1);
      if (length <= best) continue;
      best = length;
      cell = next;
    }
    return { cell, ends: best <= depth };
  }

  /** An upper estimate of the number of steps that remain after entering `cell`. */
  private longest(cell: number, depth: number): number {
    const { marks, room } = this;
    marks[cell] = 0;
    let best = 0;
    if (depth === 0 || room.work > this.limit) best = room.measure(cell, marks, 1);
    else for (const next of this.exits(cell)) best = Math.max(best, 1 + this.longest(next, depth - 1));
    marks[cell] = 1;
    return best;
  }

  /** The free neighbours, starting with those with the fewest exits, which would be lost first. */
  private exits(cell: number): number[] {
    const { neighbours, marks } = this;
    const free = (from: number) =>
      Array.from(neighbours.subarray(4 * from, 4 * from + 4)).filter((n) => marks[n] === 1);
    return free(cell)
      .map((next) => ({ next, ways: free(next).length }))
      .sort((x, y) => x.ways - y.ways)
      .map(({ next }) => next);
  }
}
