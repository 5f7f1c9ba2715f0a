import {
  type CylinderSettings,
  type Dialect,
  MAX_NUMBER,
  type SettingField,
  type SettingName,
} from '../../cylinder/rules/dialect.ts';
import { cylinderGame } from '../../cylinder/rules/game.ts';

const field = (name: SettingName, key: keyof CylinderSettings, min: number, max: number = min): SettingField => ({
  name,
  key,
  min,
  max,
});

/** Mad Max (docs/madmax.md §2.1): names and ranges of the settings, in file order. */
export const MAD_MAX: Dialect = {
  header: 'mad_max_2020',
  fields: [
    field('nb_players', 'players', 4),
    field('nb_rnds', 'rounds', 300),
    field('nb_rows', 'rows', 15, 20),
    field('nb_uni_cols', 'universeColumns', 60, 100),
    field('nb_win_cols', 'windowColumns', 30, 40),
    field('nb_cars_x_player', 'unitsPerPlayer', 1, MAX_NUMBER),
    field('nb_rnds_regen', 'roundsToRegenerate', 1, MAX_NUMBER),
    field('nb_miss_bonuses', 'missileBonuses', 5, 30),
    field('nb_gas_bonuses', 'gasBonuses', 5, 15),
    field('nb_water_bonuses', 'pointBonuses', 20, 150),
    field('bonus_miss', 'bonusMissiles', 5),
    field('bonus_gas', 'bonusGas', 30),
    field('water_pnts', 'bonusPoints', 10),
    field('kill_pnts', 'killPoints', 30),
    field('init_gas', 'initialGas', 60),
  ],
  absent: {},
  symbols: '.MWGX',
  unitsWord: 'cars',
  idWord: 'cid',
  burnsGas: true,
  diesAtCollision: true,
  passesOver: false,
};

export const madmax = cylinderGame('madmax', 'Mad Max', MAD_MAX);
