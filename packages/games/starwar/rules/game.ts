import { withRevisions } from '@ludus/game/replay.ts';
import {
  type CylinderSettings,
  type Dialect,
  MAX_NUMBER,
  type SettingField,
  type SettingName,
} from '../../cylinder/rules/dialect.ts';
import { cylinderGame } from '../../cylinder/rules/game.ts';

const field = (
  name: SettingName,
  key: keyof CylinderSettings,
  min: number,
  max: number = MAX_NUMBER,
): SettingField => ({
  name,
  key,
  min,
  max,
});

/** Star War (docs/starwar.md §2.1): names and ranges of the settings, in file order. */
export const STAR_WAR: Dialect = {
  header: 'starwar',
  fields: [
    field('nb_players', 'players', 4, 4),
    field('nb_rnds', 'rounds', 1),
    field('nb_rows', 'rows', 10),
    field('nb_uni_cols', 'universeColumns', 10),
    field('nb_win_cols', 'windowColumns', 10),
    field('nb_ships_x_player', 'unitsPerPlayer', 1),
    field('nb_rnds_regen', 'roundsToRegenerate', 1),
    field('nb_miss_bonuses', 'missileBonuses', 0),
    field('nb_point_bonuses', 'pointBonuses', 0),
    field('bonus_miss', 'bonusMissiles', 0),
    field('bonus_pnts', 'bonusPoints', 0),
    field('kill_pnts', 'killPoints', 0),
  ],
  absent: { gasBonuses: 0, bonusGas: 0, initialGas: 0 },
  symbols: '.MP X',
  unitsWord: 'starships',
  idWord: 'sid',
  burnsGas: false,
  diesAtCollision: false,
  passesOver: false,
};

/** The second revision (docs/starwar.md §4). */
export const STAR_WAR_2: Dialect = { ...STAR_WAR, diesAtCollision: true, passesOver: true };

const rules = (dialect: typeof STAR_WAR) => cylinderGame('starwar', 'Star War', dialect);

/** Star War in its first revision, which links to the second (docs/starwar.md §4). */
export const starwar = withRevisions(
  { id: '1', description: 'a starship that dies during a move stays where the move began', game: rules(STAR_WAR) },
  {
    id: '2',
    description: 'a starship that dies during a move stays in the cell of the collision',
    game: rules(STAR_WAR_2),
  },
);
