/** Wakes those who wait for results of a run. */
export class Bell {
  private readonly waiting = new Map<number, Set<() => void>>();

  /** There is a result. */
  ring(run: number): void {
    for (const wake of this.waiting.get(run) ?? []) wake();
  }

  /** Resolves when it rings for this run, after so many milliseconds, or when `signal` says so. */
  wait(run: number, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const waiting = this.waiting.get(run) ?? new Set();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        waiting.delete(end);
        if (waiting.size === 0) this.waiting.delete(run);
        done();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      waiting.add(end);
      this.waiting.set(run, waiting);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }
}
