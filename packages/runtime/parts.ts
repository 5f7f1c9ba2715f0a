/** A game's parts for its players, and budgets. */
export { DEFAULT_CPU_BUDGET, fuelBudget, GRACE_MS } from './budget/budget.ts';
export {
  BACKSTOP_SECONDS,
  DEFAULT_MEMORY_BYTES,
  FUEL_PER_SECOND,
  WALL_GRACE_MS,
  WALL_MS_PER_SECOND,
} from './budget/fuel.ts';
export { type GameParts, type GuestModules, guestFor, type Libraries, type ModuleHost } from './game-parts.ts';
export type { AnyImage, PlayerImage } from './image.ts';
export { builtinKind } from './inprocess/builtin.ts';
export { importedId, isFileName, localImports, localPath } from './local-imports.ts';
export type { BuiltinPlayer, PlayerApi } from './player-api.ts';
export { type FollowMatch, type LineReader, linesOf } from './process/host-lines.ts';
export { DEFAULT_LIMITS } from './process/limits.ts';
export { SANDBOX_LEVELS, type SandboxLevel } from './sandbox/level-names.ts';
export { INTERPRETER_DISCOUNT } from './wasm/prices.ts';
