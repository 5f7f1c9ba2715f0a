import type { LiveVersion, MatchResult } from '../words.ts';
import { History } from './history.ts';

/**
 * Keeps what the results said for the last batch. As long as the same versions are live and there are only more results, the new ones are
 * gone through and nothing else; what it gives is the same in any case.
 */
export class Memory {
  private who = '';
  private count = 0;
  private last: MatchResult | undefined;
  private history: History | undefined;

  /** `results`: in the order of their numbers. */
  of(results: readonly MatchResult[], live: readonly LiveVersion[]): History {
    const who = JSON.stringify(live.map(({ version, before = [] }) => [version, ...before]));
    const isMore = who === this.who && results.length >= this.count && results[this.count - 1] === this.last;
    if (this.history === undefined || !isMore) this.history = new History(results, live);
    else this.history.extend(results.slice(this.count));
    this.who = who;
    this.count = results.length;
    this.last = results.at(-1);
    return this.history;
  }
}
