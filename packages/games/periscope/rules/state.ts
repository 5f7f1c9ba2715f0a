import { Chance } from '@ludus/kernel/chance.ts';
import { distance, type PeriscopeBoard, SIDES, sideOf } from './board.ts';

/** The cell of a submarine that a seat doesn't see (only in observations), and the cell of a sunk submarine. */
export const UNSEEN = -1;
export const SUNK = -2;

/** The content of a site. UNKNOWN occurs only in observations. */
export const EMPTY = 0;
export const WRECK = 1;
export const UNKNOWN = 2;

/** The public report of an order (docs/periscope.md §4); `none` before a player's first order. */
export const REPORTS = ['none', 'quiet', 'salvage', 'ping', 'torpedo'] as const;
export type Report = (typeof REPORTS)[number];

/** The public report of a player's last order. */
export interface LastOrder {
  report: Report;
  /** The cell where the submarine was heard, or −1. */
  cell: number;
  /** For a torpedo: its direction, the last cell that it entered, and the number of submarines that it sank. */
  direction: number;
  end: number;
  sunk: number;
}

const newOrder = (): LastOrder => ({ report: 'none', cell: -1, direction: 0, end: -1, sunk: 0 });

/** A running match, or one seat's observation of it. Only `advance` and `freeze` (rules.ts) change it. */
export class PeriscopeState {
  readonly board: PeriscopeBoard;
  /** By seat and submarine (seat · submarines + submarine): its cell, UNSEEN, or SUNK. */
  readonly cells: Int16Array;
  /** By site: EMPTY, WRECK, or UNKNOWN. */
  readonly wrecks: Uint8Array;
  /** By side and site: 1 if the side knows the site's content. */
  readonly charts: Uint8Array;
  /** By side: the points. */
  readonly scores: Int32Array;
  /** By seat, 1 for a disqualified player: its submarines leave in the next round. */
  readonly failed: Uint8Array;
  /** By seat: the public report of the last order. */
  readonly last: readonly LastOrder[];
  /**
   * By seat and any submarine: the cell where the seat found the submarine, if the seat's last order was a ping;
   * otherwise UNSEEN.
   */
  readonly contacts: Int16Array;
  /** The seat whose turn it is. */
  turn = 0;
  /** Number of rounds played. */
  round = 0;

  constructor(board: PeriscopeBoard) {
    const players = board.harbours.length;
    const units = players * board.submarines;
    this.board = board;
    this.cells = new Int16Array(units).fill(UNSEEN);
    this.wrecks = new Uint8Array(board.sites.length);
    this.charts = new Uint8Array(SIDES * board.sites.length);
    this.scores = new Int32Array(SIDES);
    this.failed = new Uint8Array(players);
    this.last = board.harbours.map(newOrder);
    this.contacts = new Int16Array(players * units).fill(UNSEEN);
  }

  get players(): number {
    return this.failed.length;
  }

  clone(): PeriscopeState {
    const copy = new PeriscopeState(this.board);
    copy.restore(this);
    return copy;
  }

  /** Makes this state a copy of another state on the same board. */
  restore(source: PeriscopeState): void {
    this.cells.set(source.cells);
    this.wrecks.set(source.wrecks);
    this.charts.set(source.charts);
    this.scores.set(source.scores);
    this.failed.set(source.failed);
    this.contacts.set(source.contacts);
    for (let seat = 0; seat < this.last.length; seat++) {
      const [to, from] = [this.last[seat], source.last[seat]];
      to.report = from.report;
      to.cell = from.cell;
      to.direction = from.direction;
      to.end = from.end;
      to.sunk = from.sunk;
    }
    this.turn = source.turn;
    this.round = source.round;
  }
}

/** Deals the starting places and the wrecks (§2). */
export function deal(board: PeriscopeBoard, seed: number): PeriscopeState {
  const state = new PeriscopeState(board);
  const chance = new Chance(seed);
  board.harbours.forEach((harbour, seat) => {
    const drawn = chance.shuffle([...harbour]).slice(0, board.submarines);
    state.cells.set(drawn, seat * board.submarines);
  });
  const sites = chance.shuffle(board.sites.map((_, site) => site));
  for (const site of sites.slice(0, board.wrecks)) state.wrecks[site] = WRECK;
  chartSites(state);
  return state;
}

/** Whether a cell is within a distance of a side's living submarine. */
export function isNear(state: PeriscopeState, side: number, cell: number, reach: number): boolean {
  const { board, cells } = state;
  for (let unit = 0; unit < cells.length; unit++) {
    if (sideOf(Math.floor(unit / board.submarines)) !== side || cells[unit] < 0) continue;
    if (distance(board, cells[unit], cell) <= reach) return true;
  }
  return false;
}

/** §4: each side knows a site once one of its submarines has seen it. */
export function chartSites(state: PeriscopeState): void {
  const { board, cells } = state;
  for (let unit = 0; unit < cells.length; unit++)
    if (cells[unit] >= 0) chartAround(state, sideOf(Math.floor(unit / board.submarines)), cells[unit], board.sight);
}

export function chartAround({ board, charts }: PeriscopeState, side: number, cell: number, reach: number): void {
  const { sites } = board;
  for (let site = 0; site < sites.length; site++)
    if (distance(board, cell, sites[site]) <= reach) charts[side * sites.length + site] = 1;
}
