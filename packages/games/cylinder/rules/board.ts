/** What a cell holds besides units and missiles. The order of the prizes is that of their placing. */
export const EMPTY = 0;
export const MISSILE_BONUS = 1;
/** Water in Mad Max, points in Star War. */
export const POINT_BONUS = 2;
/** Mad Max only. */
export const GAS_BONUS = 3;
/** A tyre or an asteroid. */
export const OBSTACLE = 4;

/** The settings of both games (docs/madmax.md §2.1, docs/starwar.md §2.1); what a game does not have is 0. */
export interface CylinderSettings {
  readonly players: number;
  readonly rounds: number;
  readonly rows: number;
  readonly universeColumns: number;
  readonly windowColumns: number;
  readonly unitsPerPlayer: number;
  readonly roundsToRegenerate: number;
  readonly missileBonuses: number;
  readonly gasBonuses: number;
  /** Water bonuses in Mad Max. */
  readonly pointBonuses: number;
  readonly bonusMissiles: number;
  readonly bonusGas: number;
  /** Points for a water bonus in Mad Max. */
  readonly bonusPoints: number;
  readonly killPoints: number;
  readonly initialGas: number;
}

/**
 * A position as it can be looked at: a match under way (`CylinderState`) is one, and so is each board of a replay.
 * Rows run from 0 at the top; columns are taken modulo the universe's columns (any whole number is allowed); a row outside the
 * universe is a bug of the caller. Units are numbered 0 … units − 1, player p's are p·unitsPerPlayer onwards.
 */
export interface CylinderView {
  readonly settings: CylinderSettings;
  readonly round: number;
  /** EMPTY, OBSTACLE or a prize; EMPTY where a unit or a missile is. */
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
