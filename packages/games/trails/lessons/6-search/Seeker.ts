// A player of Trails, lesson 6: searches ahead. It tries its moves and all answers to them, some rounds deep, and then
// compares territories.
import { DIRECTIONS, FREE, TrailsPlayer } from 'ludus/trails';

/** Number of rounds to look ahead. */
const DEPTH = 2;
/** More than any board is worth. */
const WON = 100_000;

export default class Seeker extends TrailsPlayer {
  play(): void {
    const [rival] = this.others();
    const taken = Array.from(this.state.cells, (content) => content !== FREE);
    let best = Number.NEGATIVE_INFINITY;
    for (const direction of DIRECTIONS) {
      const cell = this.neighbour(this.state.heads[this.me], direction);
      if (taken[cell]) continue;
      const value = this.worst(taken, cell, this.state.heads[rival], DEPTH, best);
      if (value <= best) continue;
      best = value;
      this.go(direction);
    }
  }

  /**
   * My guaranteed value if I enter a cell and the opponent, at another cell, gives the worst answer for me. It may stop
   * once the value is at most `enough`.
   */
  private worst(taken: boolean[], mine: number, rival: number, depth: number, enough: number): number {
    let worst = WON + depth;
    taken[mine] = true;
    for (const direction of DIRECTIONS) {
      const theirs = this.neighbour(rival, direction);
      let value: number;
      if (theirs === mine) value = -WON / 2;
      else if (taken[theirs]) continue;
      else {
        taken[theirs] = true;
        value = depth === 1 ? this.lead(taken, mine, theirs) : this.best(taken, mine, theirs, depth - 1);
        taken[theirs] = false;
      }
      if (value < worst) worst = value;
      if (worst <= enough) break;
    }
    taken[mine] = false;
    return worst;
  }

  /** My guaranteed value from here. */
  private best(taken: boolean[], mine: number, rival: number, depth: number): number {
    let best = -WON - depth;
    for (const direction of DIRECTIONS) {
      const cell = this.neighbour(mine, direction);
      if (taken[cell]) continue;
      const value = this.worst(taken, cell, rival, depth, best);
      if (value > best) best = value;
    }
    return best;
  }

  /**
   * The number of my cells minus the opponent's: a cell belongs to the player that reaches it first, or to the opponent
   * in a tie.
   */
  private lead(taken: readonly boolean[], mine: number, rival: number): number {
    const owner = taken.map(() => 0);
    owner[rival] = -1;
    owner[mine] = 1;
    const queue = [rival, mine];
    let sum = 0;
    for (const cell of queue) {
      for (const direction of DIRECTIONS) {
        const next = this.neighbour(cell, direction);
        if (taken[next] || owner[next] !== 0) continue;
        owner[next] = owner[cell];
        sum += owner[cell];
        queue.push(next);
      }
    }
    let ways = 0;
    for (const direction of DIRECTIONS) if (!taken[this.neighbour(mine, direction)]) ways++;
    return 10 * sum - ways;
  }

  private neighbour(cell: number, direction: number): number {
    return this.board.neighbours[4 * cell + direction];
  }
}
