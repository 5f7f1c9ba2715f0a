/**
 * Limits the amount of expensive work that runs at the same time. The origins of waiting work take turns, so a busy
 * origin delays only itself.
 */
export class FairLimiter {
  private readonly most: { readonly atOnce: number; readonly waiting: number; readonly ofOne: number };
  /** Waiting work by origin. The origin whose work started last is at the end. */
  private readonly lines = new Map<string, (() => void)[]>();
  private waiting = 0;
  private working = 0;

  /** `waiting`: maximum number of waiting items; `ofOne`: maximum number of waiting items per origin. */
  constructor(most: { readonly atOnce: number; readonly waiting: number; readonly ofOne: number }) {
    this.most = most;
  }

  /** Checks whether another request from this origin may wait. */
  hasRoom(from: string): boolean {
    if (this.working < this.most.atOnce) return true;
    return this.waiting < this.most.waiting && (this.lines.get(from)?.length ?? 0) < this.most.ofOne;
  }

  /** Runs the work when it is its turn. The caller must have checked that there is room. */
  async take<T>(from: string, work: () => Promise<T>): Promise<T> {
    if (this.working < this.most.atOnce) this.working++;
    else await this.turn(from);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private turn(from: string): Promise<void> {
    return new Promise((go) => {
      this.waiting++;
      const line = this.lines.get(from);
      if (line) line.push(go);
      else this.lines.set(from, [go]);
    });
  }

  private next(): void {
    const [first] = this.lines;
    if (!first) {
      this.working--;
      return;
    }
    const [from, line] = first;
    this.lines.delete(from);
    const go = line.shift()!;
    if (line.length > 0) this.lines.set(from, line);
    this.waiting--;
    go();
  }
}
