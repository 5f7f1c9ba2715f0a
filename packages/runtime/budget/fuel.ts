/**
 * Units of fuel in a second of fuel. In the worst case, a module takes a tenth of a nanosecond per unit, within a
 * factor of three (docs/fuel.md, `npm run bench -- fuel`). The number is part of the rules of a match with `--budget
 * fuel`, and doesn't depend on the machine's speed.
 */
export const FUEL_PER_SECOND = 10_000_000_000;

/** Fuel limits of a player. */
export interface FuelBudget {
  readonly seconds: number;
  /**
   * With `match`, the limit is for all rounds together, including the start. With `move`, the limit is for each round
   * and for the start.
   */
  readonly per: 'match' | 'move';
}

/** The rest of a message that starts with the name of a player that used up its fuel. */
export const usedUpFuel = ({ seconds, per }: FuelBudget): string =>
  `used up its budget of ${seconds} s of fuel${per === 'move' ? ' for a move' : ''}`;

/** Maximum fuel for one call if there is no budget, in seconds of fuel. This limit ends endless loops. */
export const BACKSTOP_SECONDS = 5;
export const DEFAULT_MEMORY_BYTES = 256 * 2 ** 20;

/**
 * Wall-clock limit for work that costs one second of fuel, and additional free time. In the slowest case, each load
 * misses every cache. A match that exceeds the limit is void. The runner checks the time after each call. For untrusted
 * code, the caller kills a process whose call takes longer.
 */
export const WALL_MS_PER_SECOND = 20_000;
export const WALL_GRACE_MS = 5_000;
