import type { LiveVersion, MatchResult } from '../words.ts';
import { History, previousOf } from './history.ts';

/**
 * Keeps the evaluated results from the last wave. If results were only added, and the order of replacements hasn't
 * changed, only the new results are evaluated. The returned history is the same as if all results were evaluated.
 */
export class Memory {
  private count = 0;
  private last: MatchResult | undefined;
  private history: History | undefined;

  /** `results`: in the order of their numbers. */
  of(results: readonly MatchResult[], live: readonly LiveVersion[]): History {
    const previous = previousOf(live);
    const isMore = results.length >= this.count && results[this.count - 1] === this.last;
    if (this.history !== undefined && isMore && this.history.fits(previous))
      this.history.extend(results.slice(this.count), previous);
    else this.history = new History(results, previous);
    this.count = results.length;
    this.last = results.at(-1);
    return this.history;
  }
}
