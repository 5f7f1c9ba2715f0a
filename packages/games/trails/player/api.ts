import { type OverlayShape, type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { danger, distances, type Grid, reachable } from '@ludus/kernel/grid.ts';
import { advance as step } from '@ludus/kernel/lehmer.ts';
import type { TrailsBoard } from '../rules/board.ts';
import { AHEAD, DIRECTIONS, type Direction, isDirection, turned, wrap } from '../rules/directions.ts';
import type { TrailsMove } from '../rules/move.ts';
import { FREE, TRAIL, type TrailsState, WALL } from '../rules/state.ts';

export type { TrailsBoard } from '../rules/board.ts';
export { DIRECTIONS, type Direction, DOWN, LEFT, RIGHT, UP } from '../rules/directions.ts';
export type { TrailsMove } from '../rules/move.ts';
export { advance } from '../rules/rules.ts';
export { FREE, TRAIL, TrailsState, WALL } from '../rules/state.ts';

/** A cell by row and column, counted from 0 at the top left. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Fits a player to its match, and to each of its rounds; the referee's side of `TrailsPlayer`. */
export const connect = Symbol('connect');
export const playRound = Symbol('playRound');

const NO_GENERATOR: PlayerGenerator = { state: 1 };
const NO_MOVE: TrailsMove = { direction: AHEAD };

/**
 * A player of Trails. It says what to do in `play`, once a round as long as it lives:
 *
 *     export default class Shy extends TrailsPlayer {
 *       play() {
 *         if (!this.isFree(this.next(this.heading))) this.go(this.right(this.heading));
 *       }
 *     }
 *
 * A player that does not `go` anywhere goes straight on. Rows and columns may be any whole numbers: they wrap around the board.
 */
export abstract class TrailsPlayer {
  /** The state itself, for players that search. It belongs to the referee: clone it before changing anything. */
  state!: TrailsState;
  /** My number: 0 for `a` … 3 for `d`. */
  me = 0;
  private move: TrailsMove = NO_MOVE;
  private generator: PlayerGenerator = NO_GENERATOR;
  private output: PlayerOutput = SILENT_OUTPUT;

  /** Once a round, as long as I live. */
  abstract play(): void;
  /** Once, before the first round. */
  start?(): void;

  [connect](state: TrailsState, seat: number, output: PlayerOutput): void {
    this.state = state;
    this.me = seat;
    this.output = output;
    this.start?.();
  }

  [playRound](move: TrailsMove, generator: PlayerGenerator): void {
    this.move = move;
    this.generator = generator;
    // A promise would be answered after the round: better to hear of it in the first one.
    const given: unknown = this.play();
    if (given instanceof Promise)
      throw new TypeError('play returned a promise; what it asks after that comes too late');
  }

  /** Goes in that direction in this round; the last call counts. Throws a RangeError for a value that isn't a direction. */
  go(direction: Direction): void {
    if (!isDirection(direction)) throw new RangeError(`go(${direction}): expected UP, RIGHT, DOWN or LEFT`);
    this.move.direction = direction;
  }

  get board(): TrailsBoard {
    return this.state.board;
  }
  get rows(): number {
    return this.board.rows;
  }
  get columns(): number {
    return this.board.columns;
  }
  /** How many players the match began with. */
  get players(): number {
    return this.state.players;
  }
  /** Rounds played so far. */
  get round(): number {
    return this.state.round;
  }
  /** Rounds after which the match is over, anyone who lives. */
  get rounds(): number {
    return this.board.rounds;
  }
  /** Where I stand. */
  get position(): Cell {
    return this.positionOf(this.me);
  }
  /** The direction in which I went last; before the first round, the one that the board gives me. */
  get heading(): Direction {
    return this.headingOf(this.me);
  }

  /** Whether that player is alive. */
  lives(player: number): boolean {
    return this.state.endedIn[player] === 0;
  }
  /** Where a player stands, or stood when it ended. */
  positionOf(player: number): Cell {
    return this.cell(this.state.heads[player]);
  }
  headingOf(player: number): Direction {
    return this.state.headings[player] as Direction;
  }
  /** The other players that live. */
  others(): number[] {
    return Array.from(this.state.heads.keys()).filter((player) => player !== this.me && this.lives(player));
  }

  /** Whether a cell can be entered. Another player may enter it in the same round, and then both end. */
  isFree(cell: Cell): boolean {
    return this.contentOf(cell) === FREE;
  }
  isWall(cell: Cell): boolean {
    return this.contentOf(cell) === WALL;
  }
  /** The player whose trail a cell belongs to, or −1. */
  trailAt(cell: Cell): number {
    const content = this.contentOf(cell);
    return content >= TRAIL ? content - TRAIL : -1;
  }
  /** The cell next to another one (without it, next to mine) in a direction. */
  next(direction: Direction, cell: Cell = this.position): Cell {
    const index = this.board.neighbours[4 * this.index(cell) + direction];
    return this.cell(index);
  }
  /** The directions in which the cell next to another one (without it, next to mine) is free. */
  exits(cell: Cell = this.position): Direction[] {
    return DIRECTIONS.filter((direction) => this.isFree(this.next(direction, cell)));
  }
  /**
   * The steps to each cell, by its number, from the nearest of these cells; −1 where there is no way. Each step is a round, and
   * enters a free cell.
   */
  distances(sources: readonly Cell[]): Int32Array {
    return distances(this.grid, this.numbers(sources));
  }
  /** The cells within so many steps (without a number, any) of one of these cells, which are among them: nearest first, then by number. */
  reachable(sources: readonly Cell[], steps?: number): Cell[] {
    return Array.from(reachable(this.grid, this.numbers(sources), steps), (index) => this.cell(index));
  }
  /** By number of each cell: how many of these cells, such as the places of others, are within so many steps of it. */
  danger(sources: readonly Cell[], steps: number): Int32Array {
    return danger(this.grid, this.numbers(sources), steps);
  }
  /** A quarter turn to the left. */
  left(direction: Direction): Direction {
    return turned(direction, -1);
  }
  /** A quarter turn to the right. */
  right(direction: Direction): Direction {
    return turned(direction, 1);
  }
  /** A cell's number in `state`: row · columns + column. */
  index({ row, column }: Cell): number {
    return wrap(row, this.rows) * this.columns + wrap(column, this.columns);
  }
  /** The cell of a number in `state`. */
  cell(index: number): Cell {
    return { row: Math.floor(index / this.columns), column: index % this.columns };
  }

  /** A whole number from `low` to `high`, both included, from the player's own generator: a match can be played again. */
  random(low: number, high: number): number {
    this.generator.state = step(this.generator.state);
    return low + ((this.generator.state - 1) % (high - low + 1));
  }
  /** Writes a line into my log. */
  log(...values: unknown[]): void {
    this.output.log(values.map(String).join(' '));
  }
  /** Draws a mark on the board in this round, for viewers. */
  draw(shape: OverlayShape): void {
    this.output.draw(shape);
  }

  private get grid(): Grid {
    return { cells: this.state.cells, columns: this.columns, wrapsColumns: true, wrapsRows: true };
  }
  private numbers(cells: readonly Cell[]): number[] {
    return cells.map((cell) => this.index(cell));
  }
  private contentOf(cell: Cell): number {
    return this.state.cells[this.index(cell)];
  }
}
