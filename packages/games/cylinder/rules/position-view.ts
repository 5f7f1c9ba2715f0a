import type { CylinderSettings } from './dialect.ts';

/** The content of a cell except units and missiles. Prizes are listed in the order of their placement. */
export const EMPTY = 0;
export const MISSILE_BONUS = 1;
/** Water in Mad Max, points in Star War. */
export const POINT_BONUS = 2;
/** Only in Mad Max. */
export const GAS_BONUS = 3;
/** A tyre or an asteroid. */
export const OBSTACLE = 4;

/**
 * A readable position: a running match (`CylinderState`), or a board of a replay. Rows count from 0 at the top. Columns
 * are taken modulo the universe's columns (any integer is allowed). Passing a row outside the universe is a bug in the
 * caller. Units are numbered from 0 to units − 1. The units of player p start at p·unitsPerPlayer.
 */
export interface CylinderView {
  readonly settings: CylinderSettings;
  readonly round: number;
  /** The content of a cell: EMPTY, OBSTACLE, or a prize. It is EMPTY for a cell with a unit or a missile. */
  contentAt(row: number, column: number): number;
  /** The living unit in a cell, or −1. */
  unitAt(row: number, column: number): number;
  /** The id of the missile in a cell, or −1. */
  missileAt(row: number, column: number): number;
  unitRow(unit: number): number;
  /** 0 … universeColumns − 1 */
  unitColumn(unit: number): number;
  unitMissiles(unit: number): number;
  /** 0 in Star War. */
  unitGas(unit: number): number;
  unitAlive(unit: number): boolean;
  /** Number of rounds until the unit may regenerate; 0 while it is alive. */
  unitTime(unit: number): number;
  /** Missiles in flight have indices from 0 to missileCount − 1, in ascending order of id. */
  readonly missileCount: number;
  missileId(index: number): number;
  /** The unit that shot the missile. */
  missileOwner(index: number): number;
  missileRow(index: number): number;
  missileColumn(index: number): number;
  score(player: number): number;
  /** The share (0 to 1) of a player's budget that it has used, −1 once it is frozen, 0 in a plain match. */
  status(player: number): number;
}
