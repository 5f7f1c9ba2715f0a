import { type OverlayShape, type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { danger, distances, type Grid, reachable } from '@ludus/kernel/grid.ts';
import { advance as step } from '@ludus/kernel/lehmer.ts';
import { distance, type PeriscopeBoard, sideOf } from '../rules/board.ts';
import { COLUMN_STEP, DIRECTIONS, type Direction, isDirection, NOWHERE, ROW_STEP } from '../rules/directions.ts';
import { clearMove, NO_STEP, newMove, type PeriscopeMove } from '../rules/move.ts';
import { refuse } from '../rules/rules.ts';
import { type PeriscopeState, type Report, SUNK, UNKNOWN, WRECK } from '../rules/state.ts';

export type { PeriscopeBoard } from '../rules/board.ts';
export { DIRECTIONS, type Direction, DOWN, LEFT, RIGHT, UP } from '../rules/directions.ts';
export type { PeriscopeMove } from '../rules/move.ts';
export { redeal } from '../rules/observe.ts';
export { advance, SALVAGE_POINTS, SINKING_POINTS } from '../rules/rules.ts';
export { PeriscopeState, type Report, SUNK, UNKNOWN, UNSEEN, WRECK } from '../rules/state.ts';

/** A cell by row and column, from 0 at the top left. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A visible submarine, mine or hostile. */
export interface Submarine extends Cell {
  /** The seat of its player. */
  readonly player: number;
  /** Its number among its player's submarines, from 1. */
  readonly number: number;
}

/** A possible location of a wreck. */
export interface Site extends Cell {
  readonly content: 'wreck' | 'empty' | 'unknown';
}

/** The public report of a player's last order. */
export interface LastReport {
  readonly report: Report;
  /** The cell in which its submarine was heard, for a salvage, a ping, or a torpedo. */
  readonly from?: Cell;
  /** For a torpedo: its direction, the last cell that it entered, and the number of submarines that it sank. */
  readonly direction?: Direction;
  readonly end?: Cell;
  readonly sunk?: number;
}

/**
 * The referee's side of `PeriscopePlayer`: the first function connects a player to its match, and the second to each of
 * its turns.
 */
export const connect = Symbol('connect');
export const playTurn = Symbol('playTurn');

const NO_GENERATOR: PlayerGenerator = { state: 1 };

/**
 * A player of Periscope. It gives one order in `play`, once in each of its turns:
 *
 *     export default class Mine extends PeriscopePlayer {
 *       play() {
 *         for (const submarine of this.mine)
 *           for (const target of this.hostile) {
 *             const direction = this.lineOfFire(submarine, target);
 *             if (direction !== undefined) this.fire(submarine, direction);
 *           }
 *       }
 *     }
 *
 * The last order counts; without an order, all submarines stay silent.
 */
export abstract class PeriscopePlayer {
  /**
   * My observation, for players that search. It is a new object in each turn, so it may be kept, but must be cloned
   * before it is changed.
   */
  state!: PeriscopeState;
  /** My seat: 0 for `a`, 1 for `b`. */
  me = 0;
  private move: PeriscopeMove = newMove();
  private generator: PlayerGenerator = NO_GENERATOR;
  private output: PlayerOutput = SILENT_OUTPUT;

  /** Called once in each of my turns. */
  abstract play(): void;
  /** Called once, before the first round. */
  start?(): void;

  [connect](state: PeriscopeState, seat: number, output: PlayerOutput): void {
    this.state = state;
    this.me = seat;
    this.output = output;
    this.start?.();
  }

  [playTurn](state: PeriscopeState, move: PeriscopeMove, generator: PlayerGenerator): void {
    this.state = state;
    this.move = move;
    this.generator = generator;
    // A promise would resolve only after the round, so it is reported in the first round.
    const given: unknown = this.play();
    if (given instanceof Promise)
      throw new TypeError('play returned a promise: orders after it has returned are ignored');
  }

  /** Moves a submarine one or two steps. Throws a RangeError if the rules don't allow it. */
  go(submarine: Submarine, first: Direction, second?: Direction): void {
    this.order(submarine, 'move', first, second ?? NO_STEP);
  }
  /** Fires a torpedo. */
  fire(submarine: Submarine, direction: Direction): void {
    this.order(submarine, 'fire', direction, NO_STEP);
  }
  /** Sends out a ping: its `contacts` are available in the next turn. */
  ping(submarine: Submarine): void {
    this.order(submarine, 'ping', 0, NO_STEP);
  }
  /** Cancels the order of this turn. */
  silence(): void {
    clearMove(this.move);
  }

  get board(): PeriscopeBoard {
    return this.state.board;
  }
  get rows(): number {
    return this.board.rows;
  }
  get columns(): number {
    return this.board.columns;
  }
  /** Number of rounds played so far. Each is one player's turn. */
  get round(): number {
    return this.state.round;
  }
  /** Number of rounds after which the match is over. */
  get rounds(): number {
    return this.board.rounds;
  }
  /** Number of players. */
  get players(): number {
    return this.state.players;
  }
  /** My side's points. */
  get score(): number {
    return this.state.scores[sideOf(this.me)];
  }
  /** The other side's points. */
  get hostileScore(): number {
    return this.state.scores[1 - sideOf(this.me)];
  }
  /** My submarines. */
  get mine(): Submarine[] {
    return this.submarines().filter(({ player }) => player === this.me);
  }
  /** The submarines of the other side that I see. */
  get hostile(): Submarine[] {
    return this.submarines().filter(({ player }) => sideOf(player) !== sideOf(this.me));
  }
  /** Number of remaining submarines of the other side, seen or not. */
  get hostileLeft(): number {
    const { cells, board } = this.state;
    return cells.filter(
      (cell, unit) => cell !== SUNK && sideOf(Math.floor(unit / board.submarines)) !== sideOf(this.me),
    ).length;
  }
  /** The possible locations of wrecks. */
  get sites(): Site[] {
    const { board, wrecks } = this.state;
    return board.sites.map((cell, site) => ({ ...this.cell(cell), content: contentOf(wrecks[site]) }));
  }
  /** The hostile submarines that my last order, a ping, found, with their positions at that time. */
  get contacts(): Submarine[] {
    const { cells, contacts } = this.state;
    return this.listed(contacts.subarray(this.me * cells.length, (this.me + 1) * cells.length));
  }
  /** The public report of a player's last order. */
  lastReport(player: number): LastReport {
    const { report, cell, direction, end, sunk } = this.state.last[player];
    if (cell < 0) return { report };
    const from = this.cell(cell);
    if (report !== 'torpedo') return { report, from };
    return { report, from, direction: direction as Direction, end: this.cell(end), sunk };
  }
  /** The seats of the other side. */
  opponents(): number[] {
    return Array.from(this.state.failed.keys()).filter((seat) => sideOf(seat) !== sideOf(this.me));
  }

  /** Whether a cell is on the board and isn't an island. */
  isSea({ row, column }: Cell): boolean {
    const isInside = row >= 0 && column >= 0 && row < this.rows && column < this.columns;
    return isInside && this.board.islands[row * this.columns + column] === 0;
  }
  /** Number of steps between two cells, ignoring islands. The ranges of sight and pings are counted in these steps. */
  distance(from: Cell, to: Cell): number {
    return distance(this.board, this.index(from), this.index(to));
  }
  /** The cell next to a cell in a direction. */
  next({ row, column }: Cell, direction: Direction): Cell {
    return { row: row + ROW_STEP[direction], column: column + COLUMN_STEP[direction] };
  }
  /** The directions in which the next cell is sea. */
  exits(cell: Cell): Direction[] {
    return DIRECTIONS.filter((direction) => this.isSea(this.next(cell, direction)));
  }
  /**
   * The direction in which a torpedo from one cell reaches another; undefined if none does. Other submarines may be in
   * the torpedo's path.
   */
  lineOfFire(from: Cell, to: Cell): Direction | undefined {
    if (!this.isSea(from)) return undefined;
    return DIRECTIONS.find((direction) => {
      let cell = this.index(from);
      for (let n = 0; n < this.board.torpedo && cell !== NOWHERE; n++) {
        cell = this.board.neighbours[4 * cell + direction];
        if (cell === this.index(to)) return true;
      }
      return false;
    });
  }
  /** The first one or two steps of a shortest path, for `go`; empty if there is no path or no need to move. */
  wayTo(from: Cell, to: Cell): Direction[] {
    const steps = this.stepsTo(to);
    const way: Direction[] = [];
    let cell = this.index(from);
    while (way.length < 2 && steps[cell] > 0) {
      const left = steps[cell];
      const direction = DIRECTIONS.find((d) => {
        const next = this.board.neighbours[4 * cell + d];
        return next !== NOWHERE && steps[next] === left - 1;
      })!;
      way.push(direction);
      cell = this.board.neighbours[4 * cell + direction];
    }
    return way;
  }
  /** By cell number: the number of steps to a cell, around islands; −1 if unreachable. */
  stepsTo(to: Cell): Int16Array {
    return this.isSea(to) ? Int16Array.from(this.distances([to])) : new Int16Array(this.board.islands.length).fill(-1);
  }
  /**
   * By cell number: the number of steps around islands to the cell from the nearest source; −1 if unreachable. A turn
   * has one or two steps.
   */
  distances(sources: readonly Cell[]): Int32Array {
    return distances(this.grid, this.numbers(sources));
  }
  /**
   * The cells within this number of steps (default: any number) of at least one source, including the sources. The
   * nearest cells come first, and equally near cells are in the order of their numbers.
   */
  reachable(sources: readonly Cell[], steps?: number): Cell[] {
    return Array.from(reachable(this.grid, this.numbers(sources), steps), (index) => this.cell(index));
  }
  /** By cell number: the number of sources, such as hostile submarines, within this number of steps. */
  danger(sources: readonly Cell[], steps: number): Int32Array {
    return danger(this.grid, this.numbers(sources), steps);
  }
  /** A cell's number in `state`: row · columns + column. */
  index({ row, column }: Cell): number {
    return row * this.columns + column;
  }
  /** The cell with this number in `state`. */
  cell(index: number): Cell {
    return { row: Math.floor(index / this.columns), column: index % this.columns };
  }

  /** An integer from `low` to `high` (inclusive) from the player's generator, so that a match can be reproduced. */
  random(low: number, high: number): number {
    this.generator.state = step(this.generator.state);
    return low + ((this.generator.state - 1) % (high - low + 1));
  }
  /** Writes a line to my log. */
  log(...values: unknown[]): void {
    this.output.log(values.map(String).join(' '));
  }
  /** Draws a mark on the board in this round, for viewers. */
  draw(shape: OverlayShape): void {
    this.output.draw(shape);
  }

  /** All submarines that I see. */
  submarines(): Submarine[] {
    return this.listed(this.state.cells);
  }

  private get grid(): Grid {
    return { cells: this.board.islands, columns: this.columns, wrapsColumns: false, wrapsRows: false };
  }
  private numbers(cells: readonly Cell[]): number[] {
    return cells.map((cell) => {
      const { row, column } = cell;
      if (row >= 0 && column >= 0 && row < this.rows && column < this.columns) return this.index(cell);
      throw new RangeError(`there is no cell (${row}, ${column}) on the board`);
    });
  }
  private listed(cells: Int16Array): Submarine[] {
    const { submarines } = this.board;
    return Array.from(cells.keys())
      .filter((unit) => cells[unit] >= 0)
      .map((unit) => ({
        player: Math.floor(unit / submarines),
        number: (unit % submarines) + 1,
        ...this.cell(cells[unit]),
      }));
  }

  private order(submarine: Submarine, order: 'move' | 'fire' | 'ping', direction: number, second: number): void {
    if (submarine.player !== this.me)
      throw new RangeError(`${order}: submarine ${submarine.number} of player ${submarine.player} isn’t mine`);
    if (order !== 'ping' && (!isDirection(direction) || (second !== NO_STEP && !isDirection(second))))
      throw new RangeError(`${order}: expected UP, RIGHT, DOWN, or LEFT, found ${[direction, second].join(', ')}`);
    const asked = { order, submarine: submarine.number - 1, direction, second };
    const why = refuse(this.state, this.me, asked);
    if (why !== undefined) throw new RangeError(`${order}: ${why}`);
    Object.assign(this.move, asked);
  }
}

function contentOf(content: number): Site['content'] {
  if (content === UNKNOWN) return 'unknown';
  return content === WRECK ? 'wreck' : 'empty';
}
