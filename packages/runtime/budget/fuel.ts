/**
 * The fuel of one second. A unit is a tenth of a nanosecond of the worst case of a module, within a factor of three
 * (docs/fuel.md, `npm run bench -- fuel`). The number is part of the rules of a match under `--budget fuel`: it is the same
 * everywhere, however fast the machine is.
 */
export const FUEL_PER_SECOND = 10_000_000_000;

/** A player's limits. */
export interface FuelBudget {
  readonly seconds: number;
  /** `match`: for all rounds together, the start included. `move`: for each, and for the start, whatever the others took. */
  readonly per: 'match' | 'move';
}

/** The message about a disqualified player; it follows the player's name. */
export const usedUpFuel = ({ seconds, per }: FuelBudget): string =>
  `used up its budget of ${seconds} s of fuel${per === 'move' ? ' for a move' : ''}`;

/** Without a budget, so many seconds of fuel are the most that one call may take: an endless loop must end. */
export const BACKSTOP_SECONDS = 5;
export const DEFAULT_MEMORY_BYTES = 256 * 2 ** 20;

/**
 * Wall-clock limit for work priced at one second of fuel (loads that miss every cache are the worst case), and the free time on
 * top. Beyond it a match is void. The runner checks after each call. For untrusted code, the caller kills a process that stays in
 * a call for longer.
 */
export const WALL_MS_PER_SECOND = 20_000;
export const WALL_GRACE_MS = 5_000;
