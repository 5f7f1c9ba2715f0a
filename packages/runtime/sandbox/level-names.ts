/**
 * From weak to strong; each level includes the previous ones. `ludus sandbox` shows which levels a machine supports.
 */
export const SANDBOX_LEVELS = ['basic', 'filtered', 'full'] as const;
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];
