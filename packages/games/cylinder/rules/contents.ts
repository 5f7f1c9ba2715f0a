/** The content of a cell apart from units and missiles. The order of the prizes is that of their placing. */
export const EMPTY = 0;
export const MISSILE_BONUS = 1;
/** Water in Mad Max, points in Star War. */
export const POINT_BONUS = 2;
/** Mad Max only. */
export const GAS_BONUS = 3;
/** A tyre or an asteroid. */
export const OBSTACLE = 4;
