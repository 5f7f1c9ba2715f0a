import type { CylinderSettings } from './dialect.ts';

/**
 * A position as it can be examined: a match under way (`CylinderState`) is one, and so is each board of a replay. Rows run from
 * 0 at the top. Columns are taken modulo the universe's columns (any whole number is allowed). A row outside the universe is a
 * bug of the caller. Units are numbered 0 … units − 1, player p's are p·unitsPerPlayer onwards.
 */
export interface CylinderView {
  readonly settings: CylinderSettings;
  readonly round: number;
  /** EMPTY, OBSTACLE or a prize; EMPTY for a unit or a missile. */
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
  /** Rounds until it may regenerate; 0 while it lives. */
  unitTime(unit: number): number;
  /** Missiles in flight are numbered by index 0 … missileCount − 1, in ascending id. */
  readonly missileCount: number;
  missileId(index: number): number;
  /** The unit that shot it. */
  missileOwner(index: number): number;
  missileRow(index: number): number;
  missileColumn(index: number): number;
  score(player: number): number;
  /** The share (0…1) of its budget that a player has used, −1 once it is frozen, 0 in a plain match. */
  status(player: number): number;
}
