/**
 * The fuel of one second: about what a search-heavy C++ player burns in a second of processor time (docs/budgets.md says how it
 * was calibrated, `ludus bench wasm` measures it anew). The number is part of the rules of a match under `--budget fuel`: it is the
 * same everywhere, however fast the machine is.
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
