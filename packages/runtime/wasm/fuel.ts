/**
 * The fuel of one second: a unit is a tenth of a nanosecond of what a module can do at worst, within a factor of three
 * (docs/fuel.md, `ludus bench fuel`). The number is part of the rules of a match under `--budget fuel`: it is the same everywhere,
 * however fast the machine is.
 */
export const FUEL_PER_SECOND = 10_000_000_000;

/** What a WebAssembly player may use. */
export interface FuelBudget {
  /** Seconds of fuel for a whole match, its start included; 1 in the usual matches (docs/cylinder.md §8.3). */
  readonly seconds: number;
}
export const DEFAULT_FUEL_BUDGET: FuelBudget = { seconds: 1 };

/** Without a budget, so many seconds of fuel are the most that one call may take: an endless loop must end. */
export const BACKSTOP_SECONDS = 5;
export const DEFAULT_MEMORY_BYTES = 256 * 2 ** 20;

/**
 * By the clock, the most that work priced at one second of fuel may take (loads that miss every cache are the worst that there
 * is), and what is free on top. Beyond it a match is void. The port looks after each call; whoever runs matches of strangers in a
 * process kills one that stays in a call for longer.
 */
export const WALL_MS_PER_SECOND = 20_000;
export const WALL_GRACE_MS = 5_000;
