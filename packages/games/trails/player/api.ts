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

/** A cell by row and column, from 0 at the top left. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Connects a player to its match, and to each of its rounds; the referee's side of `TrailsPlayer`. */
export const connect = Symbol('connect');
export const playRound = Symbol('playRound');

const NO_GENERATOR: PlayerGenerator = { state: 1 };
const NO_MOVE: TrailsMove = { direction: AHEAD };

/**
 * A player of Trails. It chooses its move in `play`, once per round while it is alive:
 *
 *     export default class Shy extends TrailsPlayer {
 *       play() {
 *         if (!this.isFree(this.next(this.heading))) this.go(this.right(this.heading));
 *       }
 *     }
 *
 * A player that does not call `go` goes straight ahead. Rows and columns may be any integers: they wrap around the
 * board.
 */
export abstract class TrailsPlayer {
  /** The state itself, for players that search. It belongs to the referee: clone it before you change anything. */
  state!: TrailsState;
  /** My number: 0 for `a` … 3 for `d`. */
  me = 0;
  private move: TrailsMove = NO_MOVE;
  private generator: PlayerGenerator = NO_GENERATOR;
  private output: PlayerOutput = SILENT_OUTPUT;

  /** Called once per round, while I am alive. */
  abstract play(): void;
  /** Called once, before the first round. */
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
    // A promise would resolve only after the round, so it is reported in the first round.
    const given: unknown = this.play();
    if (given instanceof Promise)
      throw new TypeError('play returned a promise: moves after it has returned are ignored');
  }

  /** Sets my direction in this round; the last call counts. Throws a RangeError for a value that isn't a direction. */
  go(direction: Direction): void {
    if (!isDirection(direction)) throw new RangeError(`go(${direction}): expected UP, RIGHT, DOWN, or LEFT`);
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
  /** Number of players at the start of the match. */
  get players(): number {
    return this.state.players;
  }
  /** Number of rounds played so far. */
  get round(): number {
    return this.state.round;
  }
  /** Number of rounds after which the match is over, even if several players are alive. */
  get rounds(): number {
    return this.board.rounds;
  }
  /** My current cell. */
  get position(): Cell {
    return this.positionOf(this.me);
  }
  /** The direction of my last move; before the first round, the board's direction for me. */
  get heading(): Direction {
    return this.headingOf(this.me);
  }

  /** Whether that player is alive. */
  lives(player: number): boolean {
    return this.state.endedIn[player] === 0;
  }
  /** A player's current cell, or the cell where it was eliminated. */
  positionOf(player: number): Cell {
    return this.cell(this.state.heads[player]);
  }
  headingOf(player: number): Direction {
    return this.state.headings[player] as Direction;
  }
  /** The other living players. */
  others(): number[] {
    return Array.from(this.state.heads.keys()).filter((player) => player !== this.me && this.lives(player));
  }

  /** Whether a cell can be entered. If another player enters it in the same round, both are eliminated. */
  isFree(cell: Cell): boolean {
    return this.contentOf(cell) === FREE;
  }
  isWall(cell: Cell): boolean {
    return this.contentOf(cell) === WALL;
  }
  /** The player whose trail contains a cell, or −1. */
  trailAt(cell: Cell): number {
    const content = this.contentOf(cell);
    return content >= TRAIL ? content - TRAIL : -1;
  }
  /** The cell next to a cell (default: mine) in a direction. */
  next(direction: Direction, cell: Cell = this.position): Cell {
    const index = this.board.neighbours[4 * this.index(cell) + direction];
    return this.cell(index);
  }
  /** The directions in which the neighbour of `cell` (default: the player's own cell) is free. */
  exits(cell: Cell = this.position): Direction[] {
    return DIRECTIONS.filter((direction) => this.isFree(this.next(direction, cell)));
  }
  /**
   * By cell number: the number of steps to the cell from the nearest source; −1 if unreachable. Each step takes one
   * round, and enters a free cell.
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
  /** By cell number: the number of sources, such as other players' positions, within this number of steps. */
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
