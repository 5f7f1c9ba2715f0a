import type { Interval } from './place.ts';

/** The result of a bot in a benchmark. If the bot has no place, `state` gives the reason. */
export interface BenchmarkResult {
  readonly game: string;
  readonly bot: string;
  /** Title of the language; null for a built-in bot or a module. */
  readonly language: string | null;
  /** The unit of the bot's budget. */
  readonly budget: string;
  /** The SHA-256 of the bot's source files; null for a built-in bot. */
  readonly sources: string | null;
  /** `crashed`: disqualified in every match. `no result`: no board counts. */
  readonly state: 'played' | 'crashed' | 'no result' | 'not built';
  /** Build errors if the bot isn't built, and faults otherwise, with one message each. */
  readonly problems: readonly string[];
  /** The bot's place, from 0 to the number of opponents; null unless the state is `played`. */
  readonly place: Interval | null;
  readonly elo: Interval | null;
  /** The opponents, weakest first. `share` is the bot's share of the points, from 0 to 1. */
  readonly opponents: readonly { readonly name: string; readonly rating: number; readonly share: number | null }[];
  /** Number of boards that count. */
  readonly boards: number;
  readonly matches: number;
  /** Number of matches in which the bot was disqualified. */
  readonly disqualified: number;
  /** Number of matches without a result. */
  readonly void: number;
}

/** The results of a benchmark. */
export interface BenchmarkFile {
  readonly ludus: 'benchmark';
  readonly version: 1;
  /** The release of Ludus that played the benchmark. */
  readonly release: string;
  /** The SHA-256 of `ludus benchmark key KEY`, published before the first match. */
  readonly commitment: string;
  readonly key: string;
  /** Pairs of matches against each opponent. */
  readonly pairs: number;
  readonly results: readonly BenchmarkResult[];
}
