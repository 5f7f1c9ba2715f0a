/** The names of the settings in the files of both games. */
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

/** A number among a file's settings: its name in the file, the field that stores it, and its range (inclusive). */
export interface SettingField {
  readonly name: SettingName;
  readonly key: keyof CylinderSettings;
  readonly min: number;
  readonly max: number;
}

/** The largest number in a file. The sum of several such numbers still fits in 32 bits. */
export const MAX_NUMBER = 100_000_000;

/**
 * The differences between the two games, and between the revisions of a game: words, settings, and rules. Everything
 * else is shared.
 */
export interface Dialect {
  /** The first word of the game's files. */
  readonly header: string;
  readonly fields: readonly SettingField[];
  /** Settings that the game's files don't contain. */
  readonly absent: Partial<CylinderSettings>;
  /** The printed form of a cell's content, by its code; a space for content that does not exist in the game. */
  readonly symbols: string;
  readonly unitsWord: 'cars' | 'starships';
  /** The column title of unit ids. */
  readonly idWord: 'cid' | 'sid';
  /** Whether units burn gas and die without it (docs/madmax.md §3.2). */
  readonly burnsGas: boolean;
  /**
   * Whether a dead unit is shown in the cell of the collision. Otherwise, it is shown at the start of its move
   * (docs/cylinder.md §5.5).
   */
  readonly diesAtCollision: boolean;
  /** Whether the game's replays may contain meaningless instructions, which are ignored (docs/starwar.md §4). */
  readonly passesOver: boolean;
}

/** The settings of both games (docs/madmax.md §2.1, docs/starwar.md §2.1); 0 for settings that a game does not have. */
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
  /** Number of point bonuses, or of water bonuses in Mad Max. */
  readonly pointBonuses: number;
  readonly bonusMissiles: number;
  readonly bonusGas: number;
  /** Points for a point bonus, or for a water bonus in Mad Max. */
  readonly bonusPoints: number;
  readonly killPoints: number;
  readonly initialGas: number;
}
