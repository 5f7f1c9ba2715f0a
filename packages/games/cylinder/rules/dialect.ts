/** The words for the settings in the files of both games. */
export const SETTING_NAMES = [
  'nb_players',
  'nb_rnds',
  'nb_rows',
  'nb_uni_cols',
  'nb_win_cols',
  'nb_cars_x_player',
  'nb_ships_x_player',
  'nb_rnds_regen',
  'nb_miss_bonuses',
  'nb_gas_bonuses',
  'nb_water_bonuses',
  'nb_point_bonuses',
  'bonus_miss',
  'bonus_gas',
  'bonus_pnts',
  'water_pnts',
  'kill_pnts',
  'init_gas',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** A number of a file's settings: how it is called there, if it is kept, and what it may be (both ends included). */
export interface SettingField {
  readonly name: SettingName;
  readonly key: keyof CylinderSettings;
  readonly min: number;
  readonly max: number;
}

/** The largest number that a file may hold: sums of several still fit in 32 bits. */
export const MAX_NUMBER = 100_000_000;

/**
 * The differences between the two games, and between the revisions of one: words, settings, and rules. Everything else they
 * share.
 */
export interface Dialect {
  /** The first word of its files. */
  readonly header: string;
  readonly fields: readonly SettingField[];
  /** Settings that are not in the file. */
  readonly absent: Partial<CylinderSettings>;
  /** The printed form of a cell's content, by its code; a space for content that the game does not have. */
  readonly symbols: string;
  readonly unitsWord: 'cars' | 'starships';
  /** The column title of a unit's id. */
  readonly idWord: 'cid' | 'sid';
  /** Units burn gas, and die without it (docs/madmax.md §3.2). */
  readonly burnsGas: boolean;
  /** A dead unit is shown in the cell of the collision; otherwise where its move began (docs/cylinder.md §5.5). */
  readonly diesAtCollision: boolean;
  /** Its replays may record instructions that mean nothing; they are passed over (docs/starwar.md §4). */
  readonly passesOver: boolean;
}

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
