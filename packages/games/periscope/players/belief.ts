import { distance, type PeriscopeBoard, sideOf } from '../rules/board.ts';
import { DIRECTIONS, NOWHERE } from '../rules/directions.ts';
import { type PeriscopeState, SUNK } from '../rules/state.ts';

/**
 * The probability that a hostile submarine is in a cell, from one side's observations. The belief starts in the
 * harbours, and spreads with every turn of the other side. It is zero in cells in which a submarine would have been
 * seen.
 */
export class Belief {
  /**
   * By unit (seat · submarines + submarine): the probabilities of all cells, which sum to 1. Undefined for my
   * submarines and sunk submarines.
   */
  readonly likelihood: (Float64Array | undefined)[];
  private readonly board: PeriscopeBoard;
  private readonly side: number;
  private readonly seat: number;
  /** By cell, the cells in which a move can end. */
  private readonly ends: readonly (readonly number[])[];
  private seenBefore: Int16Array | undefined;

  constructor(state: PeriscopeState, seat: number) {
    const { board } = state;
    this.board = board;
    this.seat = seat;
    this.side = sideOf(seat);
    this.ends = endsOf(board);
    this.likelihood = Array.from(state.cells, (_, unit) => {
      const owner = Math.floor(unit / board.submarines);
      if (sideOf(owner) === this.side) return undefined;
      const cells = new Float64Array(board.islands.length);
      for (const cell of board.harbours[owner]) cells[cell] = 1 / board.harbours[owner].length;
      return cells;
    });
  }

  /** Updates the belief from my turn's observation. `track`: the cells that my last torpedo passed without a hit. */
  observe(state: PeriscopeState, track: readonly number[]): void {
    const { board } = this;
    const owners = new Set<number>();
    for (let unit = 0; unit < this.likelihood.length; unit++) {
      if (state.cells[unit] === SUNK) this.likelihood[unit] = undefined;
      else if (this.likelihood[unit]) owners.add(Math.floor(unit / board.submarines));
    }
    this.takeContacts(state, track);
    if (state.round >= 1) for (const owner of owners) this.spread(state, owner);
    this.clearSeen(state);
    this.seenBefore = state.cells.slice();
  }

  /** The probability that a cell contains a hostile submarine, at most 1. */
  at(cell: number): number {
    let empty = 1;
    for (const cells of this.likelihood) if (cells) empty *= 1 - cells[cell];
    return 1 - empty;
  }

  /** Uses the contacts of my ping, which are positions before the other side's turn. */
  private takeContacts(state: PeriscopeState, track: readonly number[]): void {
    const { board, likelihood } = this;
    const { report, cell: from } = state.last[this.seat];
    for (let unit = 0; unit < likelihood.length; unit++) {
      const cells = likelihood[unit];
      if (!cells) continue;
      for (const cell of track) cells[cell] = 0;
      const contact = state.contacts[this.seat * state.cells.length + unit];
      if (contact >= 0) place(cells, contact);
      else if (report === 'ping') {
        for (let cell = 0; cell < cells.length; cell++) if (distance(board, from, cell) <= board.ping) cells[cell] = 0;
      }
      normalize(cells, board);
    }
  }

  /**
   * Applies one order of a player. One of the player's submarines has moved, unless something other than a move was
   * heard.
   */
  private spread(state: PeriscopeState, owner: number): void {
    const { board, likelihood } = this;
    const units = Array.from({ length: board.submarines }, (_, n) => owner * board.submarines + n).filter(
      (unit) => likelihood[unit],
    );
    const { report, cell } = state.last[owner];
    if (report !== 'quiet' && cell >= 0) {
      this.hear(state, units, cell, report === 'salvage');
      return;
    }
    // If a submarine was seen to move, the order was for that submarine.
    if (
      units.some(
        (unit) =>
          state.cells[unit] >= 0 &&
          this.seenBefore &&
          this.seenBefore[unit] >= 0 &&
          state.cells[unit] !== this.seenBefore[unit],
      )
    )
      return;
    for (const unit of units) likelihood[unit] = this.moved(likelihood[unit]!, 1 / units.length);
  }

  /**
   * Uses the report that a submarine was heard in a cell. If no visible submarine is in the cell, assumes that the most
   * likely unseen submarine was heard.
   */
  private hear(state: PeriscopeState, units: readonly number[], cell: number, hasMoved: boolean): void {
    const { likelihood } = this;
    if (units.some((unit) => state.cells[unit] === cell)) return;
    let best = -1;
    let most = -1;
    for (const unit of units) {
      if (state.cells[unit] >= 0) continue;
      const cells = hasMoved ? this.moved(likelihood[unit]!, 1) : likelihood[unit]!;
      if (cells[cell] <= most) continue;
      most = cells[cell];
      best = unit;
    }
    if (best >= 0) place(likelihood[best]!, cell);
  }

  private moved(cells: Float64Array, share: number): Float64Array {
    const next = new Float64Array(cells.length);
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] === 0) continue;
      next[cell] += cells[cell] * (1 - share);
      const ends = this.ends[cell];
      const part = (cells[cell] * share) / ends.length;
      for (const end of ends) next[end] += part;
    }
    return next;
  }

  private clearSeen(state: PeriscopeState): void {
    const { board, likelihood } = this;
    const mine = Array.from(state.cells).filter(
      (cell, unit) => cell >= 0 && sideOf(Math.floor(unit / board.submarines)) === this.side,
    );
    for (let unit = 0; unit < likelihood.length; unit++) {
      const cells = likelihood[unit];
      if (!cells) continue;
      if (state.cells[unit] >= 0) {
        place(cells, state.cells[unit]);
        continue;
      }
      for (let cell = 0; cell < cells.length; cell++)
        if (cells[cell] > 0 && mine.some((own) => distance(board, own, cell) <= board.sight)) cells[cell] = 0;
      normalize(cells, board);
    }
  }
}

function place(cells: Float64Array, cell: number): void {
  cells.fill(0);
  cells[cell] = 1;
}

/** If there is no possible cell left, the submarine may be anywhere. */
function normalize(cells: Float64Array, board: PeriscopeBoard): void {
  let sum = 0;
  for (const each of cells) sum += each;
  if (sum < 1e-12) {
    for (let cell = 0; cell < cells.length; cell++) cells[cell] = 1 - board.islands[cell];
    sum = cells.reduce((total, each) => total + each, 0);
  }
  for (let cell = 0; cell < cells.length; cell++) cells[cell] /= sum;
}

/** By cell, the other cells in which a move of one or two steps can end. */
function endsOf({ neighbours, islands }: PeriscopeBoard): number[][] {
  return Array.from(islands, (island, cell) => {
    if (island === 1) return [];
    const ends = new Set<number>();
    for (const first of DIRECTIONS) {
      const next = neighbours[4 * cell + first];
      if (next === NOWHERE) continue;
      ends.add(next);
      for (const second of DIRECTIONS) {
        const end = neighbours[4 * next + second];
        if (end !== NOWHERE && end !== cell) ends.add(end);
      }
    }
    return [...ends];
  });
}
