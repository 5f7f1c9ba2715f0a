/** The content of a cell except units and missiles. Prizes are listed in the order of their placement. */
export const EMPTY = 0;
export const MISSILE_BONUS = 1;
/** Water in Mad Max, points in Star War. */
export const POINT_BONUS = 2;
/** Only in Mad Max. */
export const GAS_BONUS = 3;
/** A tyre or an asteroid. */
export const OBSTACLE = 4;
