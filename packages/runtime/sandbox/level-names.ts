/** From weak to strong; each has all that the ones before it have. `ludus sandbox` says what a machine offers. */
export const SANDBOX_LEVELS = ['basic', 'filtered', 'full'] as const;
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];
