import { withRevisions } from '@ludus/game/replay.ts';
import { cylinderGame } from '../../cylinder/rules/game.ts';
import { STAR_WAR, STAR_WAR_2 } from './dialect.ts';

const rules = (dialect: typeof STAR_WAR) => cylinderGame('starwar', 'Star War', dialect);

/** Star War in its first revision, which leads to the second (docs/starwar.md §4). */
export const starwar = withRevisions(
  { id: '1', description: 'a starship that dies on its way is left where its move began', game: rules(STAR_WAR) },
  {
    id: '2',
    description: 'a starship that dies on its way is left in the cell of the collision',
    game: rules(STAR_WAR_2),
  },
);
