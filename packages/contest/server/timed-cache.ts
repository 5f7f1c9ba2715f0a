/** Maximum number of cached replies, since clients may request any address. */
const MAX_REPLIES = 500;

/**
 * Caches replies for a moment if they are the same for everyone, so that simultaneous requests cause only one
 * computation.
 */
export class TimedCache {
  private readonly kept = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>();
  private readonly ms: number;

  constructor(ms = 1000) {
    this.ms = ms;
  }

  async of<T>(what: string, make: () => Promise<T>): Promise<T> {
    const found = this.kept.get(what);
    if (found && found.until > performance.now()) return (await found.answer) as T;
    this.kept.delete(what);
    if (this.kept.size >= MAX_REPLIES) this.kept.delete(this.kept.keys().next().value!);
    const answer = make();
    this.kept.set(what, { until: performance.now() + this.ms, answer });
    const entry = this.kept.get(what);
    answer.catch(() => this.kept.get(what) === entry && this.kept.delete(what));
    return await answer;
  }

  /** Clears the cache after a change. */
  forget(): void {
    this.kept.clear();
  }
}
