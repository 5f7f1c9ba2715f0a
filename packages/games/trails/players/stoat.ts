import { type Cell, type Direction, TrailsPlayer } from '../player/api.ts';
import { Territory } from '../rules/territory.ts';

/** Value, as a share of the board, of a cell that an opponent may enter in the same round. */
const CONTESTED = 0.5;

/**
 * Moves to where it will be first at the most cells after one step. It doesn't look further ahead, and doesn't fill its
 * area carefully.
 */
export class Stoat extends TrailsPlayer {
  private territory!: Territory;

  override start(): void {
    this.territory = new Territory(this.board.neighbours);
  }

  play(): void {
    const blocked = Uint8Array.from(this.state.cells, (content) => (content === 0 ? 0 : 1));
    const rivals = this.others().map((player) => this.state.heads[player]);
    let best = Number.NEGATIVE_INFINITY;
    for (const direction of this.exits()) {
      const value = this.worthOf(direction, blocked, rivals);
      if (value <= best) continue;
      best = value;
      this.go(direction);
    }
  }

  private worthOf(direction: Direction, blocked: Uint8Array, rivals: readonly number[]): number {
    const cell = this.next(direction);
    const { owners } = this.territory;
    this.territory.measure(blocked, [this.index(cell), ...rivals]);
    const mine = owners.reduce((count, owner) => count + (owner === 0 ? 1 : 0), 0);
    const share = rivals.some((rival) => this.meets(rival, cell)) ? CONTESTED : 1;
    // If several directions lead to the same number of cells, a direction along walls and trails leaves fewer gaps.
    return share * mine - 0.1 * this.exits(cell).length;
  }

  private meets(head: number, cell: Cell): boolean {
    return this.board.neighbours.subarray(4 * head, 4 * head + 4).includes(this.index(cell));
  }
}
