import { type OverlayShape, type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { danger, distances, type Grid, reachable } from '@ludus/kernel/grid.ts';
import { advance } from '@ludus/kernel/lehmer.ts';
import { type MobMap, neighbour } from '../rules/map.ts';
import type { MobMove, Submove } from '../rules/moves.ts';
import type { MobState } from '../rules/state.ts';

export type { Submove } from '../rules/moves.ts';

/** The directions of a submove. */
export const RIGHT = 0;
export const UP = 1;
export const LEFT = 2;
export const DOWN = 3;

/** A cell by row and column, from 0 at the top left. */
export interface Cell {
  readonly i: number;
  readonly j: number;
}
/** Units on a cell. */
export interface Group extends Cell {
  readonly units: number;
}

/**
 * A player of Angry Mob. It runs the same in the referee's process and behind a socket, and never uses a clock or a
 * file:
 *
 *     export class Runner implements MobPlayer {
 *       move(game: MobGame): Submove[] {
 *         return game.groups().map(({ i, j, units }) => ({ i, j, k: units, d: game.random(0, 3) }));
 *       }
 *     }
 */
export interface MobPlayer {
  /** Called once, when the map is known. The time that it takes counts as part of the first move. */
  start?(game: MobGame): void;
  /**
   * Called once per turn; returns the submoves, or none to stay in place. The usual limit is 0.2 seconds
   * (docs/angry-mob.md §4.3).
   */
  move(game: MobGame): readonly Submove[];
}

/**
 * The game as one player sees it, always up to date: the code that runs the player applies both moves of every turn to
 * `state`. Cells outside the map are allowed as arguments: they are empty and impassable.
 */
export class MobGame {
  /** The state itself, for players that search. It belongs to the referee: clone it before you change anything. */
  readonly state: MobState;
  /** 0 (blue) or 1 (red). */
  readonly seat: number;
  /** The player's generator; see `random`. */
  generator: PlayerGenerator;
  private readonly output: PlayerOutput;
  /** By cell: 1 for a wall; created on first use. */
  private blocked: Uint8Array | undefined;

  constructor(state: MobState, seat: number, generator: PlayerGenerator, output: PlayerOutput = SILENT_OUTPUT) {
    this.state = state;
    this.seat = seat;
    this.generator = generator;
    this.output = output;
  }

  get map(): MobMap {
    return this.state.board.map;
  }
  get rows(): number {
    return this.map.rows;
  }
  get columns(): number {
    return this.map.columns;
  }
  /** Number of turns played so far; 0 for the first move. */
  get turn(): number {
    return this.state.turn;
  }
  get myBase(): Cell {
    return this.cellAt(this.map.bases[this.seat]);
  }
  get theirBase(): Cell {
    return this.cellAt(this.map.bases[1 - this.seat]);
  }
  /** My units on the whole map. */
  get myTotal(): number {
    return this.state.armies[this.seat].total;
  }
  get theirTotal(): number {
    return this.state.armies[1 - this.seat].total;
  }

  passable(i: number, j: number): boolean {
    return this.inside(i, j) && this.map.passable[i * this.columns + j] === 1;
  }
  /** Neutral units on a cell. */
  neutrals(i: number, j: number): number {
    return this.inside(i, j) ? this.state.neutrals[i * this.columns + j] : 0;
  }
  /** My units on a cell. */
  mine(i: number, j: number): number {
    return this.inside(i, j) ? this.state.armies[this.seat].units[i * this.columns + j] : 0;
  }
  /** The opponent's units on a cell. */
  theirs(i: number, j: number): number {
    return this.inside(i, j) ? this.state.armies[1 - this.seat].units[i * this.columns + j] : 0;
  }
  /** The cells where I have units, row by row. */
  groups(): Group[] {
    return this.groupsOf(this.seat);
  }
  theirGroups(): Group[] {
    return this.groupsOf(1 - this.seat);
  }
  /** The neighbour of (i, j) in direction d; it may be outside the map or impassable. */
  step(i: number, j: number, d: number): Cell {
    return { i: i + (d === DOWN ? 1 : d === UP ? -1 : 0), j: j + (d === RIGHT ? 1 : d === LEFT ? -1 : 0) };
  }
  /** The directions in which units on (i, j) can move. */
  exits(i: number, j: number): number[] {
    const cell = i * this.columns + j;
    return [RIGHT, UP, LEFT, DOWN].filter((d) => {
      const target = neighbour(this.map, cell, d);
      return target >= 0 && this.map.passable[target] === 1;
    });
  }
  /**
   * By cell number: the number of steps to the cell from the nearest source, or from (i, j); −1 if unreachable. A unit
   * moves one step per turn.
   */
  distances(sources: readonly Cell[]): Int32Array;
  distances(i: number, j: number): Int32Array;
  distances(sources: readonly Cell[] | number, j?: number): Int32Array {
    const cells = typeof sources === 'number' ? [{ i: sources, j: j! }] : sources;
    return distances(this.grid, this.numbers(cells));
  }
  /**
   * The cells within this number of steps (default: any number) of at least one source, including the sources. The
   * nearest cells come first, and equally near cells are in the order of their numbers.
   */
  reachable(sources: readonly Cell[], steps?: number): Cell[] {
    return Array.from(reachable(this.grid, this.numbers(sources), steps), (cell) => this.cellAt(cell));
  }
  /** By cell number: how many of the sources, such as `theirGroups()`, are within this number of steps. */
  danger(sources: readonly Cell[], steps: number): Int32Array {
    return danger(this.grid, this.numbers(sources), steps);
  }
  /** The number of a cell: i · columns + j. */
  index(i: number, j: number): number {
    if (!this.inside(i, j)) throw new RangeError(`there is no cell (${i}, ${j}) on the map`);
    return i * this.columns + j;
  }
  /** An integer from `low` to `high` (inclusive) from the player's generator, so that a match can be reproduced. */
  random(low: number, high: number): number {
    this.generator.state = advance(this.generator.state);
    return low + ((this.generator.state - 1) % (high - low + 1));
  }

  /** Writes a line to my log. */
  log(...values: unknown[]): void {
    this.output.log(values.map(String).join(' '));
  }
  /** Draws a mark on the board in this turn, for viewers. */
  draw(shape: OverlayShape): void {
    this.output.draw(shape);
  }

  private get grid(): Grid {
    this.blocked ??= this.map.passable.map((passable) => 1 - passable);
    return { cells: this.blocked, columns: this.columns, wrapsColumns: false, wrapsRows: false };
  }
  private numbers(cells: readonly Cell[]): number[] {
    return cells.map(({ i, j }) => this.index(i, j));
  }
  private inside(i: number, j: number): boolean {
    return i >= 0 && i < this.rows && j >= 0 && j < this.columns;
  }
  private cellAt(cell: number): Cell {
    return { i: Math.floor(cell / this.columns), j: cell % this.columns };
  }
  private groupsOf(seat: number): Group[] {
    const { cells, count, units } = this.state.armies[seat];
    return Array.from(cells.slice(0, count).sort(), (cell) => ({ ...this.cellAt(cell), units: units[cell] }));
  }
}

/**
 * Writes a player's submoves into the move for the rules. A non-integer makes the move illegal. A value that isn't a
 * list of submoves (such as undefined or a promise) causes an exception.
 */
export function fillMove(move: MobMove, submoves: readonly Submove[]): void {
  if (!Array.isArray(submoves)) {
    const found = typeof submoves === 'object' ? Object.prototype.toString.call(submoves) : String(submoves);
    throw new TypeError(`move returned ${found}, expected a list of submoves`);
  }
  for (const submove of submoves) {
    const { i, j, k, d } = submove;
    if ([i, j, k, d].some((value) => value !== (value | 0))) {
      move.refuse(`expected whole numbers, found i = ${i}, j = ${j}, k = ${k}, d = ${d} as submove ${move.length + 1}`);
      return;
    }
    move.push(i, j, k, d);
  }
}
