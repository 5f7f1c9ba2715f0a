import type { AnyGame } from '@ludus/game/game.ts';
import type { Actions } from './actions.ts';

/**
 * A game's part of the simulator: it lets many matches be stepped, observed, and searched with arrays of numbers. All functions
 * are pure in the sense of `Game`: no clock, no files, the same calls give the same bytes on every machine.
 *
 * A match has `units(board)` units, numbered over all seats: seat s has those from s · units / seats on, as many each. In every
 * step each unit is given one action. In a game with `observe`, masks, planes, and tables are written from what the seat
 * observes. The game defines its units: a car, or a cell from which troops are sent.
 */
export interface Simulator<Board, State, Move> {
  /** The actions of a unit, by name; an action is an index into them. At most 65,535; with up to 255, an action is a byte. */
  readonly actionNames: readonly string[];
  /** The action that asks nothing; every unit may always be given it. */
  readonly noAction: number;
  /** Units of a match, a multiple of its seats. */
  units(board: Board): number;
  /** Rounds after which a match has ended at the latest. */
  rounds(board: Board): number;
  /** The board's settings for anyone who reads them in another language: plain values. */
  settings(board: Board): Readonly<Record<string, number>>;

  /**
   * Generates another board from a seed (a 32-bit signed number) with the same sizes and settings, if the game can. The
   * simulator's other facts are equal for both boards (`Table.most` with `others`), so that their matches fit next to each other.
   * @throws RangeError if there is no such board
   */
  like?(board: Board, seed: number): Board;

  /**
   * Turns actions into moves: clears each of `moves` (one per seat) and fills it with what the units' actions from `from` on ask. An
   * action that the rules would not carry out is left out or asked for in vain, and never loses a match.
   */
  ask(actions: Actions, from: number, moves: readonly Move[], state: State): void;
  /**
   * Writes a match's actions from `at` on. They have the effect of the moves (one per seat) in this state, as far as actions can
   * express it. The reader of replays.
   */
  actionsOf?(moves: readonly Move[], state: State, out: Actions, at: number): void;
  /**
   * Writes a mask of units × actions bytes from `at` on: 1 if the rules would carry out the action in this state. 0 if they would
   * ignore it, such as after a match's end. `noAction` is always 1.
   */
  writeMask(state: State, out: Uint8Array, at: number): void;

  /**
   * Writes the value whose growth is each seat's reward, from `at` on. It is the seat's points so far, or +1 for a win and −1 for
   * a loss.
   */
  scores(state: State, into: Int32Array, at: number): void;
  /** Gives the luck that is still to come another seed (a 32-bit signed number); what lies on the board stays. Nothing for a game without luck. */
  reseed(state: State, seed: number): void;

  /** The planes of `writePlanes` by name, in their order. None in a game without a grid, whose `shape` gives 0 rows and columns. */
  readonly planes: readonly string[];
  /** The largest number that a plane's cell can hold, 1 … 255. */
  readonly planeMost: number;
  /** Rows and columns of a plane. `all`: of everything; otherwise of what a player has before it, if that is less. */
  shape(board: Board, all: boolean): readonly [rows: number, columns: number];
  /**
   * Writes planes × rows × columns bytes from `at` on, as `seat` sees them. Seat 0 of the view is the observing seat, 1 the next
   * one. `columns` is one of those that `shape` gives.
   */
  writePlanes(state: State, seat: number, columns: number, out: Uint8Array, at: number): void;

  /**
   * Keeps the planes of views up to date, one after the other in a space that is PLANES_SLACK bytes longer than all of them. The
   * result is the same as that of `writePlanes`, but cheaper after the previous round. No one else writes there. For games where
   * that pays.
   */
  keepPlanes?(board: Board, views: PlaneViews, room: Uint8Array): PlaneKeeper<State>;

  /** The state as lists of numbers. */
  readonly tables: readonly Table<Board, State>[];
}

/** Whose planes are kept up to date. */
export interface PlaneViews {
  /** The view n is that of seats[n % seats.length]. */
  readonly seats: readonly number[];
  /** Of a plane; one of those that `shape` gives. */
  readonly columns: number;
  /** How many views there are. */
  readonly count: number;
}

/** Planes that are kept up to date, without a gap between those of one view and those of the next. */
export interface PlaneKeeper<State> {
  /** Where in the room those of view 0 begin, 0 … PLANES_SLACK. */
  readonly at: number;
  /** Begins a picture, so many rounds after the last one. It may lie elsewhere in the room: every view must be drawn, in ascending order. */
  begin(rounds: number): void;
  draw(view: number, state: State): void;
}

/** Maximum number of bytes by which planes that are kept up to date may wander: one moves a picture on without moving its bytes. */
export const PLANES_SLACK = 4096;

/** One list of things, a line each. */
export interface Table<Board, State> {
  readonly name: string;
  /** The names of a line's columns. `player`: the owner counted from the seat that looks, which is 0. */
  readonly fields: readonly string[];
  /** How many lines an observation has. `others`: of this board and of all that are made like it. */
  most(board: Board, others: boolean): number;
  /** Whether the number of lines changes from round to round; otherwise there are always `most`. */
  readonly counted: boolean;
  /** Writes up to `most` lines from `at` on and nothing after the last one; gives how many there would be. */
  write(state: State, seat: number, most: number, out: Int32Array, at: number): number;
}

/** Any simulator, where board, state and move only travel between its own functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnySimulator = Simulator<any, any, any>;

/** A function that gives the planes of everything for one seat; undefined for a game without planes. */
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

/** Returns the only seat that looks at a game with hidden information; undefined if several do, or nothing is hidden. */
export function lookingSeat(
  { game, seats }: { readonly game: AnyGame; readonly seats: number },
  looking: readonly number[],
): number | undefined {
  return game.observe && seats > 1 && looking.length === 1 ? looking[0] : undefined;
}
