import type { TrailsBoard } from './board.ts';

/** The content of a cell: nothing, a wall, or TRAIL + the seat whose trail it is. A player stands on the last cell of its trail. */
export const FREE = 0;
export const WALL = 1;
export const TRAIL = 2;

/** How a player ended (docs/trails.md §3); a player's cause is its index in this list. */
export const CAUSES = ['living', 'wall', 'trail', 'meeting', 'failure'] as const;
export type Cause = (typeof CAUSES)[number];

/** A match under way. Only `advance` and `freeze` (rules.ts) change it. */
export class TrailsState {
  readonly board: TrailsBoard;
  /** One number a cell: FREE, WALL, TRAIL + seat. */
  readonly cells: Uint8Array;
  /** By seat, the cell where the player stands, or stood when it ended. */
  readonly heads: Int32Array;
  /** By seat, the direction in which the player went last, or tried to. */
  readonly headings: Uint8Array;
  /** By seat, the round in which the player ended; 0 while it lives. */
  readonly endedIn: Int32Array;
  /** By seat, an index into `CAUSES`. */
  readonly causes: Uint8Array;
  /** By seat, 1 for a player that has failed: it ends in the round to come, unless it has ended before. */
  readonly failed: Uint8Array;
  /** Rounds played. */
  round = 0;
  /** By seat, the cell that the player enters in a round; means nothing between two rounds. */
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
  /** How many players live. */
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

  /** Makes this state equal to another one on the same board. */
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
