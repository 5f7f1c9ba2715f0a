/** Work that costs, so many at a time. Those who wait are served in turn by where they come from: who sends much holds up only its own. */
export class FairLimiter {
  private readonly most: { readonly atOnce: number; readonly waiting: number; readonly ofOne: number };
  /** By where they come from; who was served last is last. */
  private readonly lines = new Map<string, (() => void)[]>();
  private waiting = 0;
  private working = 0;

  /** `waiting`: maximum number that waits; `ofOne`: the same of one place. */
  constructor(most: { readonly atOnce: number; readonly waiting: number; readonly ofOne: number }) {
    this.most = most;
  }

  /** Whether one more request from this source may wait. */
  hasRoom(from: string): boolean {
    if (this.working < this.most.atOnce) return true;
    return this.waiting < this.most.waiting && (this.lines.get(from)?.length ?? 0) < this.most.ofOne;
  }

  /** Does it when it is its turn; whether there is room was asked before. */
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
