/** Whose stream it is: of which contest, and by which person and session, if any. */
export interface StreamOf {
  readonly contest: number;
  readonly person: number | undefined;
  readonly session: string | undefined;
}

/** Answers that stay open. They end with the right that they were opened by; a browser that still may asks again by itself. */
export class Streams {
  private readonly open = new Map<() => void, StreamOf>();

  /** `end` is called at most once, before `remove`. */
  add(of: StreamOf, end: () => void): { remove(): void } {
    const once = () => end();
    this.open.set(once, of);
    return { remove: () => void this.open.delete(once) };
  }

  /** Ends those that have all of this. */
  end(which: Partial<StreamOf>): void {
    for (const [end, of] of this.open) {
      const isOne = Object.entries(which).every(([name, value]) => of[name as keyof StreamOf] === value);
      if (!isOne) continue;
      this.open.delete(end);
      end();
    }
  }
}
