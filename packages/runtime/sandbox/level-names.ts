/**
 * The levels from weak to strong. Each level includes the previous levels. `ludus sandbox` shows which levels a machine
 * supports.
 */
export const SANDBOX_LEVELS = ['basic', 'filtered', 'full'] as const;
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];
