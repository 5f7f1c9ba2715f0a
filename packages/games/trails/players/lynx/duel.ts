import { Territory } from '../../rules/territory.ts';
import { Room } from './room.ts';

/** Values are tenths of cells. Elimination counts far more than any territory, and the later it happens, the better. */
const END = 1_000_000;
const PER_CELL = 10;
/**
 * Value if both players are eliminated in the same round. It is as bad as having this much less territory than the
 * opponent.
 */
const TIE = -400;
/**
 * With several opponents, the value of an opponent's cell relative to the value of a cell of mine. A loss for one
 * opponent also helps the others.
 */
const OTHERS = 0.5;
/** Value of eliminating an opponent while other opponents continue: good, but not decisive. */
const RIVAL_OUT = 1_500;
const MAX_DEPTH = 24;

/**
 * The position of a search. The first head is mine, and the second head belongs to the opponent in the search. The
 * other opponents don't move.
 */
export interface Position {
  readonly blocked: Uint8Array;
  readonly heads: number[];
}

/**
 * Alpha-beta search over the moves of two players: mine, and then the opponent's best answer. Both moves are then made
 * simultaneously.
 */
export class Duel {
  private readonly neighbours: Int32Array;
  private readonly territory: Territory;
  private readonly room: Room;
  private position: Position = { blocked: new Uint8Array(0), heads: [] };
  private limit = 0;
  private stopped = false;

  constructor(neighbours: Int32Array) {
    this.neighbours = neighbours;
    this.territory = new Territory(neighbours);
    this.room = new Room(neighbours);
  }

  private get work(): number {
    return this.territory.work + this.room.work;
  }

  /**
   * The values of the cells that can be entered, best first. `budget`: approximate number of cells to examine; `bias`:
   * a deduction from a cell's value.
   */
  choose(position: Position, budget: number, bias: (cell: number) => number): { cell: number; value: number }[] {
    this.position = position;
    this.limit = this.work + budget;
    this.stopped = false;
    let ranking = this.exits(position.heads[0]).map((cell) => ({ cell, value: 0 }));
    for (let depth = 1; depth <= MAX_DEPTH && ranking.length > 1; depth++) {
      const next: { cell: number; value: number }[] = [];
      let alpha = Number.NEGATIVE_INFINITY;
      for (const { cell } of ranking) {
        const penalty = bias(cell);
        const value = this.answer(cell, depth, alpha + penalty, Number.POSITIVE_INFINITY) - penalty;
        if (this.stopped) break;
        next.push({ cell, value });
        alpha = Math.max(alpha, value);
      }
      if (this.stopped) {
        // The best cell at the previous depth was examined first, so a cell that beats it is certainly better.
        if (next.length > 1) ranking = merge(ranking, next);
        break;
      }
      ranking = next.sort((x, y) => y.value - x.value);
      if (Math.abs(ranking[0].value) > END / 2) break;
    }
    return ranking;
  }

  /** The value of entering `mine`, after the opponent's best answer. */
  private answer(mine: number, depth: number, alpha: number, beta: number): number {
    const { blocked, heads } = this.position;
    const [from, rival] = heads;
    const theirs = this.exits(rival);
    if (theirs.length === 0) {
      if (heads.length === 2) return END - 100 + depth;
      blocked[mine] = 1;
      heads[0] = mine;
      const value = RIVAL_OUT + this.evaluate();
      heads[0] = from;
      blocked[mine] = 0;
      return value;
    }
    let worst = beta;
    for (const their of theirs) {
      let value: number;
      if (their === mine) value = heads.length === 2 ? TIE : -END / 2;
      else {
        blocked[mine] = 1;
        blocked[their] = 1;
        heads[0] = mine;
        heads[1] = their;
        value = depth === 1 ? this.evaluate() : this.search(depth - 1, alpha, worst);
        heads[0] = from;
        heads[1] = rival;
        blocked[mine] = 0;
        blocked[their] = 0;
      }
      if (value < worst) worst = value;
      if (worst <= alpha || this.stopped) return worst;
    }
    return worst;
  }

  private search(depth: number, alpha: number, beta: number): number {
    if (this.work > this.limit) {
      this.stopped = true;
      return 0;
    }
    const mine = this.exits(this.position.heads[0]);
    if (mine.length === 0) {
      if (this.exits(this.position.heads[1]).length === 0 && this.position.heads.length === 2) return TIE;
      return -END - depth;
    }
    let best = Number.NEGATIVE_INFINITY;
    for (const cell of mine) {
      best = Math.max(best, this.answer(cell, depth, Math.max(alpha, best), beta));
      if (best >= beta || this.stopped) return best;
    }
    return best;
  }

  /** The difference between my room and my opponents'. */
  private evaluate(): number {
    const { territory, room } = this;
    const { blocked, heads } = this.position;
    territory.measure(blocked, heads);
    let others = 0;
    for (let n = 1; n < heads.length; n++) others += room.measure(heads[n], territory.owners, n);
    const rivals = heads.length - 1;
    const weight = rivals > 1 ? OTHERS / rivals : 1;
    const value = PER_CELL * (room.measure(heads[0], territory.owners, 0) - weight * others);
    // Once the players can no longer meet, a difference is decisive.
    return territory.contact ? value : 10 * value;
  }

  private exits(cell: number): number[] {
    const { neighbours } = this;
    const { blocked } = this.position;
    const cells: number[] = [];
    for (let d = 4 * cell; d < 4 * cell + 4; d++) if (blocked[neighbours[d]] === 0) cells.push(neighbours[d]);
    return cells;
  }
}

function merge<T extends { cell: number; value: number }>(before: readonly T[], newer: readonly T[]): T[] {
  const rest = before.filter(({ cell }) => !newer.some((each) => each.cell === cell));
  return [...newer.toSorted((x, y) => y.value - x.value), ...rest];
}
