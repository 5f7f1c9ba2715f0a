import type { CylinderSettings } from './dialect.ts';

/**
 * A readable position: a running match (`CylinderState`) is one, and so is each board of a replay. Rows count from 0 at
 * the top. Columns are taken modulo the universe's columns (any integer is allowed). A row outside the universe is a
 * bug in the caller. Units are numbered 0 … units − 1; player p's units start at p·unitsPerPlayer.
 */
export interface CylinderView {
  readonly settings: CylinderSettings;
  readonly round: number;
  /** EMPTY, OBSTACLE, or a prize; EMPTY for a unit or a missile. */
  contentAt(row: number, column: number): number;
  /** The living unit there, or −1. */
  unitAt(row: number, column: number): number;
  /** The id of the missile there, or −1. */
  missileAt(row: number, column: number): number;
  unitRow(unit: number): number;
  /** 0 … universeColumns − 1 */
  unitColumn(unit: number): number;
  unitMissiles(unit: number): number;
  /** 0 in Star War. */
  unitGas(unit: number): number;
  unitAlive(unit: number): boolean;
  /** Rounds until it may regenerate; 0 while it is alive. */
  unitTime(unit: number): number;
  /** Missiles in flight have indices 0 … missileCount − 1, in ascending order of id. */
  readonly missileCount: number;
  missileId(index: number): number;
  /** The unit that shot it. */
  missileOwner(index: number): number;
  missileRow(index: number): number;
  missileColumn(index: number): number;
  score(player: number): number;
  /** The used share (0…1) of a player's budget, −1 once it is frozen, 0 in a plain match. */
  status(player: number): number;
}
