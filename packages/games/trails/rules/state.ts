import type { TrailsBoard } from './board.ts';

/** The content of a cell: empty, a wall, or TRAIL + the trail's seat. A player is on the last cell of its trail. */
export const FREE = 0;
export const WALL = 1;
export const TRAIL = 2;

/** How a player was eliminated (docs/trails.md §3). A player's cause is its index in this list. */
export const CAUSES = ['living', 'wall', 'trail', 'meeting', 'failure'] as const;
export type Cause = (typeof CAUSES)[number];

/** A running match. Only `advance` and `freeze` (rules.ts) change it. */
export class TrailsState {
  readonly board: TrailsBoard;
  /** One number per cell: FREE, WALL, TRAIL + seat. */
  readonly cells: Uint8Array;
  /** By seat: the player's cell, or the cell where it was eliminated. */
  readonly heads: Int32Array;
  /** By seat, the direction of the player's last move or attempt. */
  readonly headings: Uint8Array;
  /** By seat: the round in which the player was eliminated; 0 while it is alive. */
  readonly endedIn: Int32Array;
  /** By seat, an index into `CAUSES`. */
  readonly causes: Uint8Array;
  /** By seat: 1 for a failed player, which is eliminated in the next round unless it already has been. */
  readonly failed: Uint8Array;
  /** Number of rounds played. */
  round = 0;
  /** By seat, the cell that the player enters in a round; undefined between two rounds. */
  readonly targets: Int32Array;

  constructor(board: TrailsBoard) {
    const { starts, walls } = board;
    this.board = board;
    this.cells = walls.slice();
    this.heads = Int32Array.from(starts, ({ cell }) => cell);
    this.headings = Uint8Array.from(starts, ({ heading }) => heading);
    this.endedIn = new Int32Array(starts.length);
    this.causes = new Uint8Array(starts.length);
    this.failed = new Uint8Array(starts.length);
    this.targets = new Int32Array(starts.length);
    starts.forEach(({ cell }, seat) => {
      this.cells[cell] = TRAIL + seat;
    });
  }

  get players(): number {
    return this.heads.length;
  }
  /** Number of living players. */
  get living(): number {
    let count = 0;
    for (let seat = 0; seat < this.players; seat++) if (this.endedIn[seat] === 0) count++;
    return count;
  }

  clone(): TrailsState {
    const copy = new TrailsState(this.board);
    copy.restore(this);
    return copy;
  }

  /** Makes this state a copy of another state on the same board. */
  restore(source: TrailsState): void {
    this.cells.set(source.cells);
    this.heads.set(source.heads);
    this.headings.set(source.headings);
    this.endedIn.set(source.endedIn);
    this.causes.set(source.causes);
    this.failed.set(source.failed);
    this.round = source.round;
  }
}
