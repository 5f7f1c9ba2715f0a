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
