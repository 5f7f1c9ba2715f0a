/** Values in `owners` for cells that belong to no player. */
const NOBODY = -1;
const SHARED = -2;

/**
 * Determines which player reaches a cell first (a Voronoi diagram in steps). Created once per board; its arrays are
 * reused for each measurement.
 */
export class Territory {
  /** By cell: the index in `heads` of the player that reaches it first, SHARED if several do, `NOBODY` if none does. */
  readonly owners: Int8Array;
  /** Whether two of the measured areas touch. */
  contact = false;
  /** Number of cells examined so far, over all measurements. */
  work = 0;
  private readonly neighbours: Int32Array;
  private readonly steps: Int32Array;
  private readonly queue: Int32Array;

  constructor(neighbours: Int32Array) {
    const cells = neighbours.length / 4;
    this.neighbours = neighbours;
    this.owners = new Int8Array(cells);
    this.steps = new Int32Array(cells);
    this.queue = new Int32Array(cells);
  }

  /**
   * `blocked` is by cell: any number but 0 means that the cell can't be entered. The heads' cells belong to no player.
   */
  measure(blocked: Uint8Array, heads: readonly number[]): void {
    const { neighbours, owners, steps, queue } = this;
    owners.fill(NOBODY);
    steps.fill(0);
    this.contact = false;
    let end = 0;
    for (let n = 0; n < heads.length; n++) {
      queue[end++] = heads[n];
      owners[heads[n]] = n;
    }
    for (let at = 0; at < end; at++) {
      const cell = queue[at];
      const owner = owners[cell];
      const step = steps[cell] + 1;
      for (let d = 4 * cell; d < 4 * cell + 4; d++) {
        const next = neighbours[d];
        if (blocked[next] !== 0) continue;
        if (owners[next] === NOBODY) {
          owners[next] = owner;
          steps[next] = step;
          queue[end++] = next;
        } else if (owners[next] !== owner) {
          this.contact = true;
          if (steps[next] === step) owners[next] = SHARED;
        }
      }
    }
    for (const head of heads) owners[head] = NOBODY;
    this.work += end;
  }
}
