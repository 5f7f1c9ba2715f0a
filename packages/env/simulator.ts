import type { AnyGame } from '@ludus/game/game.ts';
import type { Actions } from './actions.ts';

/**
 * The part of the simulator that a game implements. With it, many matches are stepped, observed, and searched as arrays
 * of numbers. All functions are pure in the sense of `Game`. They use no clock and no files, and the same calls give
 * the same bytes on every machine.
 *
 * A match has `units(board)` units, numbered over all seats. Each seat has units / seats units, and the first unit of
 * seat s is s · units / seats. In every step, each unit gets one action. In a game with `observe`, masks, planes, and
 * tables are written from the seat's observations. The game defines its units, such as a car, or a cell that sends
 * troops.
 */
export interface Simulator<Board, State, Move> {
  /**
   * The names of a unit's actions; an action is an index into these names. There are at most 65,535 actions. With up to
   * 255, each action is a byte.
   */
  readonly actionNames: readonly string[];
  /** The empty action, which every unit may always receive. */
  readonly noAction: number;
  /** Number of units in a match, a multiple of the number of seats. */
  units(board: Board): number;
  /** Maximum number of rounds in a match. */
  rounds(board: Board): number;
  /** The board's settings as plain values, for readers in other languages. */
  settings(board: Board): Readonly<Record<string, number>>;

  /**
   * Generates a board from a seed (a 32-bit signed number), with the sizes and settings of this board, if the game
   * supports it. All other properties of the simulator are the same for both boards (`Table.most` with `others`), so
   * that their matches fit into the same arrays.
   * @throws RangeError if there is no such board
   */
  like?(board: Board, seed: number): Board;

  /**
   * Turns actions into moves: clears each of `moves` (one per seat), and fills it with the units' actions from index
   * `from`. An illegal action is left out or has no effect; it never makes a seat lose the match.
   */
  ask(actions: Actions, from: number, moves: readonly Move[], state: State): void;
  /**
   * Writes a match's actions from index `at`. In this state, the actions have the same effect as the moves (one per
   * seat), as far as actions can express it. Used to read replays.
   */
  actionsOf?(moves: readonly Move[], state: State, out: Actions, at: number): void;
  /**
   * Writes a mask of units × actions bytes from index `at`. 1 marks an action that is legal in this state. 0 marks an
   * action that would be ignored, such as any action after the match. `noAction` is always 1.
   */
  writeMask(state: State, out: Uint8Array, at: number): void;

  /**
   * Writes the value whose increase is each seat's reward, from index `at`. The value is the seat's points so far, or
   * +1 for a win and −1 for a loss.
   */
  scores(state: State, into: Int32Array, at: number): void;
  /**
   * Sets the seed of future random numbers (a 32-bit signed number); the board stays the same. Has no effect in a game
   * without random numbers.
   */
  reseed(state: State, seed: number): void;

  /**
   * The names of the planes of `writePlanes`, in order. Empty in a game without a grid, for which `shape` returns 0
   * rows and columns.
   */
  readonly planes: readonly string[];
  /** The largest number in a plane's cell, 1 to 255. */
  readonly planeMost: number;
  /** Rows and columns of a plane. `all`: whether the plane shows everything, or only the part that a player can see. */
  shape(board: Board, all: boolean): readonly [rows: number, columns: number];
  /**
   * Writes planes × rows × columns bytes from index `at`, from the view of `seat`. In the view, seat 0 is the observing
   * seat, seat 1 the next seat, and so on. `columns` is one of the values that `shape` returns.
   */
  writePlanes(state: State, seat: number, columns: number, out: Uint8Array, at: number): void;

  /**
   * Returns a keeper that updates the planes of views from round to round. The planes follow each other in a buffer
   * that is PLANES_SLACK bytes longer than all planes together. The result is the same as from `writePlanes`, but the
   * keeper takes less time if the buffer contains the previous round. No other code writes to the buffer. Optional, for
   * games in which it is faster.
   */
  keepPlanes?(board: Board, views: PlaneViews, room: Uint8Array): PlaneKeeper<State>;

  /** The tables that describe a state as lists of numbers. */
  readonly tables: readonly Table<Board, State>[];
}

/** The views with planes that are kept up to date. */
export interface PlaneViews {
  /** View n belongs to seats[n % seats.length]. */
  readonly seats: readonly number[];
  /** Number of columns of a plane: one of the values that `shape` returns. */
  readonly columns: number;
  /** The number of views. */
  readonly count: number;
}

/** Planes that are kept up to date, without gaps between views. */
export interface PlaneKeeper<State> {
  /** The offset of view 0 in the buffer, from 0 to PLANES_SLACK. */
  readonly at: number;
  /**
   * Begins a picture, `rounds` rounds after the last picture. The planes may move within the buffer. Every view must
   * then be drawn, in ascending order.
   */
  begin(rounds: number): void;
  draw(view: number, state: State): void;
}

/**
 * Maximum number of bytes by which updated planes may move in their buffer. Moving their start scrolls a picture
 * without copying its bytes.
 */
export const PLANES_SLACK = 4096;

/** A list of objects with one line per object. */
export interface Table<Board, State> {
  readonly name: string;
  /**
   * The names of a line's columns. A column called `player` contains the owner's seat, counted from the observing seat,
   * which is 0.
   */
  readonly fields: readonly string[];
  /**
   * Maximum number of lines in an observation of a match on this board. `others`: the maximum over this board and all
   * boards generated like it.
   */
  most(board: Board, others: boolean): number;
  /** Whether the number of lines changes from round to round. Otherwise, there are always `most` lines. */
  readonly counted: boolean;
  /** Writes up to `most` lines from index `at`, and nothing after the last line. Returns the total number of lines. */
  write(state: State, seat: number, most: number, out: Int32Array, at: number): number;
}

/** Any simulator. Code outside the simulator's functions doesn't look into boards, states, and moves. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnySimulator = Simulator<any, any, any>;

/** Returns a function that computes the complete planes of one seat, or undefined for a game without planes. */
export function planesOf(
  simulator: AnySimulator | undefined,
): ((board: unknown, seen: unknown, seat: number) => Uint8Array) | undefined {
  if (simulator === undefined || simulator.planes.length === 0) return undefined;
  return (board, seen, seat) => {
    const [rows, columns] = simulator.shape(board, true);
    const out = new Uint8Array(simulator.planes.length * rows * columns);
    simulator.writePlanes(seen, seat, columns, out, 0);
    return out;
  };
}

/**
 * Returns the only observing seat of a game with hidden information, or undefined if several seats observe or nothing
 * is hidden.
 */
export function lookingSeat(
  { game, seats }: { readonly game: AnyGame; readonly seats: number },
  looking: readonly number[],
): number | undefined {
  return game.observe && seats > 1 && looking.length === 1 ? looking[0] : undefined;
}
