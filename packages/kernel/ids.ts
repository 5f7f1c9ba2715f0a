/** Branded numbers, so that a seat cannot be passed where a unit is wanted. All of them are whole numbers ≥ 0. */
declare const brand: unique symbol;
export type Branded<Name extends string> = number & { readonly [brand]: Name };

/** A player's place in a match, 0 … seats − 1. */
export type Seat = Branded<'Seat'>;
/** A car or starship, counted from 0 over the whole match. */
export type UnitId = Branded<'UnitId'>;
/** A missile, counted from 0 over the whole match. */
export type MissileId = Branded<'MissileId'>;
