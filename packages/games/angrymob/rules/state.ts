import type { Fault } from '@ludus/game/game.ts';
import type { MobBoard } from './board.ts';

/** Why a game ended (docs/angry-mob.md §4.4). */
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
 * One player's units: the number on each cell, and the list of occupied cells, so that no code has to scan the whole map. The
 * list is in no particular order.
 */
export class Army {
  /** One number a cell. */
  readonly units: Int32Array;
  /** The first `count` numbers are the cells that hold units. */
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

  /** Adds units to a cell, or takes them away (`change` < 0). The list is put right by `list`. */
  add(cell: number, change: number): void {
    this.units[cell] += change;
    this.total += change;
  }

  /** Puts a cell into the list or takes it out, as its units say. */
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

  /** Takes over the other's units. Costs as much as the two have cells with units. */
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

  /** The first difference between list and counts, as a message. */
  brokenInvariant(): string | undefined {
    let total = 0;
    for (let cell = 0; cell < this.units.length; cell++) {
      const listed = this.places[cell] >= 0 && this.places[cell] < this.count && this.cells[this.places[cell]] === cell;
      if (this.units[cell] < 0) return `cell ${cell} holds ${this.units[cell]} units`;
      if (this.units[cell] > 0 !== listed) return `cell ${cell} holds ${this.units[cell]} units and is wrongly listed`;
      total += this.units[cell];
    }
    return total === this.total ? undefined : `${total} units are on the map, the total says ${this.total}`;
  }
}

/** A game under way. Only `advance` and `freeze` (rules.ts) change it. */
export class MobState {
  readonly board: MobBoard;
  /** Player 0's (blue) and player 1's (red). */
  readonly armies: readonly [Army, Army];
  /** Neutral units left, one number a cell. */
  readonly neutrals: Int32Array;
  /** Turns played. A turn in which a player failed is not played. */
  turn = 0;
  /** Units that each side has lost in fights so far; both always lose as many. */
  lost = 0;
  /** Why the game ended; undefined while it goes on. */
  reason: Reason | undefined;
  /** 0 or 1, or −1 for a draw or a game under way. */
  winner = -1;
  /** By seat, why the player failed in the last turn; that ends the game. */
  readonly faults: [Fault | undefined, Fault | undefined] = [undefined, undefined];
  /** By seat, the message about its illegal move; '' without one. */
  readonly sentences: [string, string] = ['', ''];
  /** All zero between the turns; the check of a move counts in it the units under way out of each cell. */
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

  /** Makes this state equal to another one on the same board. */
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
