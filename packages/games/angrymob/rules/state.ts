import type { Fault } from '@ludus/game/game.ts';
import type { MobBoard } from './board.ts';

/** Reasons for the end of a game (docs/angry-mob.md §4.4). */
export const REASONS = [
  'base',
  'both-bases',
  'no-units',
  'move-limit',
  'illegal',
  'both-illegal',
  'time',
  'both-time',
  'disconnect',
  'both-disconnect',
  'mixed-fault',
] as const;
export type Reason = (typeof REASONS)[number];

/**
 * One player's units: the number on each cell, and the list of occupied cells, so that no code needs to scan the whole
 * map. The list is unordered.
 */
export class Army {
  /** One number per cell. */
  readonly units: Int32Array;
  /** The first `count` numbers are the cells with units. */
  readonly cells: Int32Array;
  count = 0;
  /** Units on the whole map. */
  total = 0;
  /** The index of a cell in `cells`, or −1. */
  private readonly places: Int32Array;

  constructor(cells: number) {
    this.units = new Int32Array(cells);
    this.cells = new Int32Array(cells);
    this.places = new Int32Array(cells).fill(-1);
  }

  /** Adds units to a cell, or removes them (`change` < 0). The list of cells must then be updated with `list`. */
  add(cell: number, change: number): void {
    this.units[cell] += change;
    this.total += change;
  }

  /** Adds a cell to the list or removes it, according to its units. */
  list(cell: number): void {
    const place = this.places[cell];
    if (this.units[cell] > 0) {
      if (place >= 0) return;
      this.places[cell] = this.count;
      this.cells[this.count++] = cell;
    } else if (place >= 0) {
      const moved = this.cells[--this.count];
      this.cells[place] = moved;
      this.places[moved] = place;
      this.places[cell] = -1;
    }
  }

  /** Copies the other army's units. The running time is proportional to the number of cells with units. */
  copy(source: Army): void {
    for (let n = 0; n < this.count; n++) {
      this.units[this.cells[n]] = 0;
      this.places[this.cells[n]] = -1;
    }
    for (let n = 0; n < source.count; n++) {
      const cell = source.cells[n];
      this.cells[n] = cell;
      this.places[cell] = n;
      this.units[cell] = source.units[cell];
    }
    this.count = source.count;
    this.total = source.total;
  }

  /** The first inconsistency between list and counts, as a message; undefined if there is none. */
  brokenInvariant(): string | undefined {
    let total = 0;
    for (let cell = 0; cell < this.units.length; cell++) {
      const listed = this.places[cell] >= 0 && this.places[cell] < this.count && this.cells[this.places[cell]] === cell;
      if (this.units[cell] < 0) return `cell ${cell} holds ${this.units[cell]} units`;
      if (this.units[cell] > 0 !== listed) return `cell ${cell} holds ${this.units[cell]} units and is wrongly listed`;
      total += this.units[cell];
    }
    return total === this.total ? undefined : `${total} units are on the map, but the total is ${this.total}`;
  }
}

/** A running game. Only `advance` and `freeze` (rules.ts) change it. */
export class MobState {
  readonly board: MobBoard;
  /** The armies of player 0 (blue) and player 1 (red). */
  readonly armies: readonly [Army, Army];
  /** Remaining neutral units, one number per cell. */
  readonly neutrals: Int32Array;
  /** Number of turns played. A turn in which a player failed does not count. */
  turn = 0;
  /** Units that each side has lost in fights so far; both sides always lose the same number. */
  lost = 0;
  /** The reason for the end of the game; undefined while it continues. */
  reason: Reason | undefined;
  /** The winner's seat, 0 or 1; −1 for a draw or while the game continues. */
  winner = -1;
  /** By seat, the reason for the player's failure in the last turn, which ends the game. */
  readonly faults: [Fault | undefined, Fault | undefined] = [undefined, undefined];
  /** By seat, the message about the player's illegal move; '' if no move was illegal. */
  readonly sentences: [string, string] = ['', ''];
  /** All numbers are zero between turns. While a move is checked, they count the units that leave each cell. */
  readonly leaving: Int32Array;

  constructor(board: MobBoard) {
    const { map } = board;
    const cells = map.rows * map.columns;
    this.board = board;
    this.armies = [new Army(cells), new Army(cells)];
    this.neutrals = map.neutrals.slice();
    this.leaving = new Int32Array(cells);
    for (const seat of [0, 1]) {
      this.armies[seat].add(map.bases[seat], 1);
      this.armies[seat].list(map.bases[seat]);
    }
  }

  clone(): MobState {
    const copy = new MobState(this.board);
    copy.restore(this);
    return copy;
  }

  /** Makes this state a copy of another state on the same board. */
  restore(source: MobState): void {
    for (const seat of [0, 1]) {
      this.armies[seat].copy(source.armies[seat]);
      this.faults[seat] = source.faults[seat];
      this.sentences[seat] = source.sentences[seat];
    }
    this.neutrals.set(source.neutrals);
    this.turn = source.turn;
    this.lost = source.lost;
    this.reason = source.reason;
    this.winner = source.winner;
  }
}
