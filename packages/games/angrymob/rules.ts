/** The rules of Angry Mob and its maps, for tools and tests. */
export { DEFAULT_LIMITS, type MobBoard, printMap, readMap } from './rules/board.ts';
export { angrymob } from './rules/game.ts';
export { mapProblem } from './rules/generator/check.ts';
export { drawMap, generateMap, SIDES } from './rules/generator/generator.ts';
export { LAYOUTS } from './rules/generator/neutrals.ts';
export { MapRandom } from './rules/generator/random.ts';
export { STYLES } from './rules/generator/styles.ts';
export {
  COLUMN_STEP,
  distancesFrom,
  MAX_NEUTRALS,
  MAX_SIDE,
  type MobMap,
  mapFlaw,
  neighbour,
  ROW_STEP,
} from './rules/map.ts';
export { MAX_MOVE_BYTES, MobMove, parseMove } from './rules/moves.ts';
export { ABSORB_LIMIT } from './rules/rules.ts';
export { MobState, REASONS } from './rules/state.ts';
