/** Fixed cost of a measurement, in cells. */
const OVERHEAD = 20;

/**
 * Estimates the number of cells that a player can fill. Areas joined by single cells form a tree, and the player can go
 * down only one branch. Uses one depth-first search for cut cells (Hopcroft and Tarjan), without recursion.
 */
export class Room {
  /** Number of cells examined so far, over all measurements. */
  work = 0;
  private readonly neighbours: Int32Array;
  /**
   * Discovery number of each cell. In the current search, it is larger than `base`, which is raised after each search,
   * so the array needn't be cleared.
   */
  private readonly order: Int32Array;
  private base = 0;
  /** By cell: the lowest discovery number next to the cell's subtree of the search. */
  private readonly low: Int32Array;
  /**
   * By cell, two results for the cell's subtree of the search. `here` counts the cells of the room from which the cell
   * was entered. `behind` is the best branch behind that room.
   */
  private readonly here: Int32Array;
  private readonly behind: Int32Array;
  /** The path from the start to the current cell, and the next neighbour to visit at each cell of it. */
  private readonly path: Int32Array;
  private readonly turn: Uint8Array;

  constructor(neighbours: Int32Array) {
    const cells = neighbours.length / 4;
    this.neighbours = neighbours;
    this.order = new Int32Array(cells);
    this.low = new Int32Array(cells);
    this.here = new Int32Array(cells);
    this.behind = new Int32Array(cells);
    this.path = new Int32Array(cells);
    this.turn = new Uint8Array(cells);
  }

  /** Measures from a head (which is not counted) over the cells whose entry in `owners` is `owner`. */
  measure(head: number, owners: Int8Array, owner: number): number {
    const { neighbours, order, low, here, behind, path, turn } = this;
    if (this.base > 2 ** 30) {
      order.fill(0);
      this.base = 0;
    }
    const { base } = this;
    let count = base + 1;
    let depth = 0;
    path[0] = head;
    this.enter(head, count);
    while (depth >= 0) {
      const cell = path[depth];
      if (turn[cell] < 4) {
        const next = neighbours[4 * cell + turn[cell]++];
        if (owners[next] !== owner) continue;
        if (order[next] <= base) {
          path[++depth] = next;
          this.enter(next, ++count);
        } else if (order[next] < low[cell]) low[cell] = order[next];
        continue;
      }
      depth--;
      if (depth < 0) break;
      const parent = path[depth];
      if (low[cell] < order[parent] && parent !== head) {
        here[parent] += here[cell];
        behind[parent] = Math.max(behind[parent], behind[cell]);
        low[parent] = Math.min(low[parent], low[cell]);
      } else behind[parent] = Math.max(behind[parent], here[cell] + behind[cell]);
    }
    this.base = count;
    this.work += count - base + OVERHEAD;
    return behind[head];
  }

  private enter(cell: number, order: number): void {
    this.order[cell] = order;
    this.low[cell] = order;
    this.here[cell] = 1;
    this.behind[cell] = 0;
    this.turn[cell] = 0;
  }
}

/**
 * The number of steps from a cell to every cell reachable over free cells, including a blocked cell at the end of the
 * path. 0: unreachable.
 */
export function stepsBetween(neighbours: Int32Array, blocked: Uint8Array, from: number): Int32Array {
  const steps = new Int32Array(neighbours.length / 4);
  const queue = [from];
  for (const cell of queue) {
    for (let d = 4 * cell; d < 4 * cell + 4; d++) {
      const next = neighbours[d];
      if (steps[next] > 0 || next === from) continue;
      steps[next] = steps[cell] + 1;
      if (blocked[next] === 0) queue.push(next);
    }
  }
  return steps;
}
