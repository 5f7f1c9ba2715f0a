/** From weak to strong; each has all that the ones before it have. `ludus sandbox` says what a machine offers. */
export const TIERS = ['basic', 'filtered', 'full'] as const;
export type Tier = (typeof TIERS)[number];
