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

/** The possible contents of a cell of the Star War universe (docs/starwar.md §1). */
export const CELL_TYPES = ['EMPTY', 'ASTEROID', 'STARSHIP', 'MISSILE', 'POINT_BONUS', 'MISSILE_BONUS'] as const;
export type CellType = (typeof CELL_TYPES)[number];

export interface Cell {
  readonly type: CellType;
  /** The starship in the cell, or −1. */
  readonly starship: number;
  /** The missile in the cell, or −1. */
  readonly missile: number;
}

export interface Starship {
  readonly id: number;
  readonly player: number;
  readonly row: number;
  /** 0 … universeColumns − 1 */
  readonly column: number;
  /** Missiles in stock. */
  readonly missiles: number;
  readonly alive: boolean;
  /** Rounds until the starship may regenerate; 0 while it is alive. */
  readonly time: number;
}

const NAMES = ['MISSILE_BONUS', 'POINT_BONUS', 'POINT_BONUS', 'ASTEROID'] as const;

/**
 * The queries and commands of a Star War player. Extend it and write `play`, or export a function with it as a
 * parameter.
 */
export abstract class StarWarApi extends CylinderApi {
  get starshipsPerPlayer(): number {
    return this.view.settings.unitsPerPlayer;
  }
  /** Number of starships of all players together. */
  get starshipCount(): number {
    return this.players * this.starshipsPerPlayer;
  }
  /** Number of point bonuses on the board, if there is space for all of them. */
  get pointBonuses(): number {
    return this.view.settings.pointBonuses;
  }
  /** Points for a point bonus. */
  get bonusPoints(): number {
    return this.view.settings.bonusPoints;
  }

  /** The content of (row, column); the row must be within the universe. */
  cell(row: number, column: number): Cell {
    const { view } = this;
    const starship = view.unitAt(row, column);
    if (starship >= 0) return { type: 'STARSHIP', starship, missile: -1 };
    const missile = view.missileAt(row, column);
    if (missile >= 0) return { type: 'MISSILE', starship: -1, missile };
    return { type: contentName(view.contentAt(row, column), NAMES), starship: -1, missile: -1 };
  }
  /** Whether this starship exists. */
  starshipOk(id: number): boolean {
    return Number.isInteger(id) && id >= 0 && id < this.starshipCount;
  }
  /** One starship, dead or alive. */
  starship(id: number): Starship {
    const { view } = this;
    return {
      id,
      player: this.playerOf(id),
      row: view.unitRow(id),
      column: view.unitColumn(id),
      missiles: view.unitMissiles(id),
      alive: view.unitAlive(id),
      time: view.unitTime(id),
    };
  }
  /** The starships of one player, or of all players, including dead starships, in ascending order of id. */
  starships(player?: number): Starship[] {
    return this.unitIds(player).map((id) => this.starship(id));
  }
}

/** A player as a class: its attributes persist between rounds. */
export abstract class StarWarPlayer extends StarWarApi {
  /** Called every round. */
  abstract play(): void;
}
