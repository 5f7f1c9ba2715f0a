import { CylinderApi, contentName } from '../../cylinder/player/api.ts';

export {
  ALL_DIRECTIONS,
  DEFAULT,
  type Direction,
  DOWN,
  FAST,
  FAST_DOWN,
  FAST_UP,
  type Missile,
  type OverlayShape,
  pathOf,
  SLOW,
  SLOW_DOWN,
  SLOW_UP,
  UP,
} from '../../cylinder/player/api.ts';

/** The possible contents of a cell of the Mad Max universe (docs/madmax.md §1). */
export const CELL_TYPES = ['EMPTY', 'TYRE', 'CAR', 'MISSILE', 'WATER_BONUS', 'MISSILE_BONUS', 'GAS_BONUS'] as const;
export type CellType = (typeof CELL_TYPES)[number];

export interface Cell {
  readonly type: CellType;
  /** The car in the cell, or −1. */
  readonly car: number;
  /** The missile in the cell, or −1. */
  readonly missile: number;
}

export interface Car {
  readonly id: number;
  readonly player: number;
  readonly row: number;
  /** 0 … universeColumns − 1 */
  readonly column: number;
  /** Missiles in stock. */
  readonly missiles: number;
  /** Gas units left: the number of rounds that the car can still drive. */
  readonly gas: number;
  readonly alive: boolean;
  /** Rounds until the car may regenerate; 0 while it is alive. */
  readonly time: number;
}

const NAMES = ['MISSILE_BONUS', 'WATER_BONUS', 'GAS_BONUS', 'TYRE'] as const;

/**
 * The queries and commands of a Mad Max player. Extend it and write `play`, or export a function with it as a
 * parameter.
 */
export abstract class MadMaxApi extends CylinderApi {
  get carsPerPlayer(): number {
    return this.view.settings.unitsPerPlayer;
  }
  /** Number of cars of all players together. */
  get carCount(): number {
    return this.players * this.carsPerPlayer;
  }
  /** Number of water bonuses on the board, if there is space for all of them. */
  get waterBonuses(): number {
    return this.view.settings.pointBonuses;
  }
  /** Number of gas bonuses on the board, if there is space for all of them. */
  get gasBonuses(): number {
    return this.view.settings.gasBonuses;
  }
  /** Gas units in a gas bonus. */
  get bonusGas(): number {
    return this.view.settings.bonusGas;
  }
  /** Points for a water bonus. */
  get waterPoints(): number {
    return this.view.settings.bonusPoints;
  }
  /** Gas units of a regenerated car. */
  get initialGas(): number {
    return this.view.settings.initialGas;
  }

  /** The content of (row, column); the row must be within the universe. */
  cell(row: number, column: number): Cell {
    const { view } = this;
    const car = view.unitAt(row, column);
    if (car >= 0) return { type: 'CAR', car, missile: -1 };
    const missile = view.missileAt(row, column);
    if (missile >= 0) return { type: 'MISSILE', car: -1, missile };
    return { type: contentName(view.contentAt(row, column), NAMES), car: -1, missile: -1 };
  }
  /** Whether this car exists. */
  carOk(id: number): boolean {
    return Number.isInteger(id) && id >= 0 && id < this.carCount;
  }
  /** One car, dead or alive. */
  car(id: number): Car {
    const { view } = this;
    return {
      id,
      player: this.playerOf(id),
      row: view.unitRow(id),
      column: view.unitColumn(id),
      missiles: view.unitMissiles(id),
      gas: view.unitGas(id),
      alive: view.unitAlive(id),
      time: view.unitTime(id),
    };
  }
  /** The cars of one player, or of all players, including dead cars, in ascending order of id. */
  cars(player?: number): Car[] {
    return this.unitIds(player).map((id) => this.car(id));
  }
}

/** A player as a class: its attributes persist between rounds. */
export abstract class MadMaxPlayer extends MadMaxApi {
  /** Called every round. */
  abstract play(): void;
}
