import { type OverlayShape, type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { type WindowGrid, windowDanger, windowDistances, windowReachable } from '@ludus/kernel/grid.ts';
import { advance } from '@ludus/kernel/lehmer.ts';
import { DIRECTIONS, type DirectionName, directionCode, SHOOT } from '../rules/directions.ts';
import type { Instructions } from '../rules/instructions.ts';
import { type CylinderView, EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE, POINT_BONUS } from '../rules/position-view.ts';

export type { OverlayShape, PlayerOutput } from '@ludus/game/output.ts';

/** A direction: (Δrow, Δcolumn). The nine valid directions are the constants below (docs/cylinder.md §5.1). */
export interface Direction {
  readonly row: number;
  readonly column: number;
}

const direction = (name: DirectionName): Direction => {
  const { row, column } = DIRECTIONS.find((d) => d.name === name)!;
  return Object.freeze({ row, column });
};
export const UP = direction('UP');
export const DEFAULT = direction('DEFAULT');
export const DOWN = direction('DOWN');
export const SLOW_UP = direction('SLOW_UP');
export const SLOW = direction('SLOW');
export const SLOW_DOWN = direction('SLOW_DOWN');
export const FAST_UP = direction('FAST_UP');
export const FAST = direction('FAST');
export const FAST_DOWN = direction('FAST_DOWN');
/** All nine directions, in the order in which Demo tries them. */
export const ALL_DIRECTIONS: readonly Direction[] = [
  UP,
  DEFAULT,
  DOWN,
  SLOW_UP,
  SLOW,
  SLOW_DOWN,
  FAST_UP,
  FAST,
  FAST_DOWN,
];

/** The cells that a move enters, in order and relative to its start (docs/cylinder.md §5.2). */
export function pathOf({ row, column }: Direction): readonly Direction[] {
  const cells: Direction[] = [];
  if (column >= 1) cells.push({ row: 0, column: 1 });
  if (row !== 0) cells.push({ row, column: 0 });
  if (row !== 0 && column >= 1) cells.push({ row, column: 1 });
  if (column === 2) cells.push({ row: 0, column: 2 });
  if (row !== 0 && column === 2) cells.push({ row, column: 2 });
  return cells;
}

/** A cell; columns are taken modulo the universe's columns. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** A missile in flight. */
export interface Missile {
  readonly id: number;
  /** The unit that shot it. */
  readonly owner: number;
  readonly row: number;
  /** 0 … universeColumns − 1 */
  readonly column: number;
}

/** A unit: a car or a starship. */
export interface Unit {
  readonly id: number;
  readonly row: number;
  /** 0 … universeColumns − 1 */
  readonly column: number;
  /** Missiles in stock. */
  readonly missiles: number;
  readonly alive: boolean;
}

/** Connects a player to its match; the referee's side of `CylinderApi`. */
export const connect = Symbol('connect');
export const nextRound = Symbol('nextRound');

const NO_GENERATOR: PlayerGenerator = { state: 1 };

/**
 * The queries and commands for players of both cylinder games, named as in the C++ interface (docs/cpp.md §1).
 * `MadMaxPlayer` and `StarWarPlayer` add each game's methods. Positions are (row, column); columns may be any integer
 * and wrap around the universe.
 */
export abstract class CylinderApi {
  /** The whole board in its simplest form, for players that search. Reading it doesn't allocate memory. */
  view!: CylinderView;
  /** My number, 0 … 3. */
  me = 0;
  private asked!: Instructions;
  private generator: PlayerGenerator = NO_GENERATOR;
  private output: PlayerOutput = SILENT_OUTPUT;
  private hasAsked = new Uint8Array(0);
  /** By cell: 1 for an obstacle; created on first use. */
  private obstacles: Uint8Array | undefined;

  [connect](view: CylinderView, seat: number, output: PlayerOutput): void {
    this.view = view;
    this.me = seat;
    this.output = output;
    this.hasAsked = new Uint8Array(view.settings.players * view.settings.unitsPerPlayer);
  }

  [nextRound](view: CylinderView, asked: Instructions, generator: PlayerGenerator): void {
    this.view = view;
    this.asked = asked;
    this.generator = generator;
    this.hasAsked.fill(0);
    this.obstacles = undefined;
  }

  /** Number of players in the game: 4. */
  get players(): number {
    return this.view.settings.players;
  }
  /** Number of rounds in the match. */
  get rounds(): number {
    return this.view.settings.rounds;
  }
  /** Number of rows of the universe, and also of the window. */
  get rows(): number {
    return this.view.settings.rows;
  }
  get universeColumns(): number {
    return this.view.settings.universeColumns;
  }
  get windowColumns(): number {
    return this.view.settings.windowColumns;
  }
  /** Number of rounds before a dead unit can regenerate. */
  get roundsToRegenerate(): number {
    return this.view.settings.roundsToRegenerate;
  }
  /** Number of missile bonuses on the board, if there is space for all of them. */
  get missileBonuses(): number {
    return this.view.settings.missileBonuses;
  }
  /** Number of missiles in a missile bonus. */
  get bonusMissiles(): number {
    return this.view.settings.bonusMissiles;
  }
  /** Points for killing a unit of another player with a missile. */
  get killPoints(): number {
    return this.view.settings.killPoints;
  }
  /** The current round. The window's left column is `round`, modulo the universe's columns. */
  get round(): number {
    return this.view.round;
  }

  /** Whether the row is in the universe. Every column is. */
  withinUniverse(row: number): boolean {
    return row >= 0 && row < this.rows;
  }
  /** Whether (row, column) is in the window of the given round. A move must end within the window of `round + 1`. */
  withinWindow(row: number, column: number, round: number): boolean {
    const { universeColumns, windowColumns } = this.view.settings;
    const ahead = (((column - round) % universeColumns) + universeColumns) % universeColumns;
    return this.withinUniverse(row) && ahead < windowColumns;
  }
  /** Whether this player exists. */
  playerOk(player: number): boolean {
    return Number.isInteger(player) && player >= 0 && player < this.players;
  }
  /** The owner of a unit. */
  playerOf(unit: number): number {
    return Math.floor(unit / this.view.settings.unitsPerPlayer);
  }
  score(player: number): number {
    return this.view.score(player);
  }
  /** The used share (0…1) of a player's budget, −1 once it is frozen, 0 in a plain match. */
  status(player: number): number {
    return this.view.status(player);
  }
  /** My units, including dead units, in ascending order of id. */
  myUnits(): Unit[] {
    const { view } = this;
    return this.unitIds(this.me).map((id) => ({
      id,
      row: view.unitRow(id),
      column: view.unitColumn(id),
      missiles: view.unitMissiles(id),
      alive: view.unitAlive(id),
    }));
  }
  /** Whether the cell contains a bonus: missiles, points, water, or gas. The row must be within the universe. */
  isBonus(row: number, column: number): boolean {
    const content = this.view.contentAt(row, column);
    return content === MISSILE_BONUS || content === POINT_BONUS || content === GAS_BONUS;
  }
  /** The missiles in flight, in ascending order of id. */
  missiles(): Missile[] {
    const { view } = this;
    return Array.from({ length: view.missileCount }, (_, index) => ({
      id: view.missileId(index),
      owner: view.missileOwner(index),
      row: view.missileRow(index),
      column: view.missileColumn(index),
    }));
  }

  /**
   * By cell number: the number of rounds that a unit needs to the cell from the nearest source; −1 if unreachable. The
   * unit stays in the window and avoids obstacles. Other units and missiles don't count.
   */
  distances(sources: readonly Position[]): Int32Array {
    return windowDistances(this.grid(), this.numbers(sources));
  }
  /**
   * The cells that a unit can reach within this number of rounds (default: any number). The nearest cells come first,
   * and equally near cells are in the order of their numbers.
   */
  reachable(sources: readonly Position[], rounds?: number): Position[] {
    const { universeColumns } = this;
    const found = windowReachable(this.grid(), this.numbers(sources), rounds);
    return Array.from(found, (cell) => ({ row: Math.floor(cell / universeColumns), column: cell % universeColumns }));
  }
  /** By cell number: the number of units at the sources that can reach the cell within `rounds` rounds. */
  danger(sources: readonly Position[], rounds: number): Int32Array {
    return windowDanger(this.grid(), this.numbers(sources), rounds);
  }
  /** The number of a cell: row · universeColumns + column. */
  index(row: number, column: number): number {
    const { universeColumns } = this;
    if (!this.withinUniverse(row)) throw new RangeError(`there is no row ${row} in the universe`);
    return row * universeColumns + (((column % universeColumns) + universeColumns) % universeColumns);
  }

  /** A random integer from `low` to `high` (inclusive), from my generator; reproducible for a match seed. */
  random(low: number, high: number): number {
    this.generator.state = advance(this.generator.state);
    return low + ((this.generator.state - 1) % (high - low + 1));
  }

  /**
   * Instructs my unit to move; only the first instruction to a unit counts. Invalid instructions are ignored with a
   * warning in my log.
   */
  move(unit: number, to: Direction): void {
    const code = directionCode(to?.row, to?.column);
    if (code < 0) this.warn(`unit ${unit}: there is no direction (${to?.row}, ${to?.column})`);
    else this.ask(unit, code);
  }
  /** Instructs my unit to shoot a missile; see `move`. */
  shoot(unit: number): void {
    this.ask(unit, SHOOT);
  }

  /** Writes a line to my log. */
  log(...values: unknown[]): void {
    this.output.log(values.map(String).join(' '));
  }
  /** Draws a mark on the board in this round, for viewers. */
  draw(shape: OverlayShape): void {
    this.output.draw(shape);
  }

  private grid(): WindowGrid {
    const { view, rows, universeColumns: columns } = this;
    if (!this.obstacles) {
      this.obstacles = new Uint8Array(rows * columns);
      let cell = 0;
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++, cell++)
          if (view.contentAt(row, column) === OBSTACLE) this.obstacles[cell] = 1;
    }
    return { cells: this.obstacles, columns, window: this.windowColumns, round: view.round };
  }
  private numbers(positions: readonly Position[]): number[] {
    return positions.map(({ row, column }) => this.index(row, column));
  }
  private ask(unit: number, code: number): void {
    if (!Number.isInteger(unit) || unit < 0 || unit >= this.hasAsked.length) this.warn(`there is no unit ${unit}`);
    else if (this.playerOf(unit) !== this.me) this.warn(`unit ${unit} isn’t mine`);
    else if (this.hasAsked[unit] !== 0) this.warn(`unit ${unit} already has an instruction`);
    else {
      this.hasAsked[unit] = 1;
      this.asked.push(unit, code);
    }
  }
  private warn(text: string): void {
    this.output.log(`warning: ${text}`);
  }

  /** The unit ids of one player, or of all. */
  protected unitIds(player: number | undefined): number[] {
    const { players, unitsPerPlayer } = this.view.settings;
    const first = player === undefined ? 0 : player * unitsPerPlayer;
    const count = player === undefined ? players * unitsPerPlayer : this.playerOk(player) ? unitsPerPlayer : 0;
    return Array.from({ length: count }, (_, i) => first + i);
  }
}

/** A player of either game as a class: its attributes persist between rounds. */
export abstract class CylinderPlayer extends CylinderApi {
  /** Called every round. */
  abstract play(): void;
}

/**
 * The name of a cell's prize or obstacle in a game; `names` in the order missile bonus, point bonus, gas bonus,
 * obstacle.
 */
export function contentName<Name extends string>(
  content: number,
  names: readonly [Name, Name, Name, Name],
): Name | 'EMPTY' {
  if (content === EMPTY) return 'EMPTY';
  if (content === OBSTACLE) return names[3];
  return names[content === MISSILE_BONUS ? 0 : content === POINT_BONUS ? 1 : 2];
}
