/** Pause in writing after which the text is compiled, in milliseconds. */
const PAUSE_MS = 800;

/**
 * Compiles the newest text at each pause in writing, one text at a time. Errors therefore appear before a match, and a
 * match doesn't wait for the compiler.
 */
export class Checker<Text, Found> {
  private readonly compile: (text: Text, onFirst: (found: Found) => void) => Promise<Found>;
  private readonly tell: (found: Found) => void;
  private newest: Text | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: 'unready' | 'ready' | 'compiling' | 'closed' = 'unready';

  /**
   * `tell` receives the errors in a text, unless there is a newer text. If `compile` calls `onFirst`, `tell` receives
   * the errors passed to `onFirst` before the final errors. An exception in `compile` isn't the author's error, and is
   * ignored.
   */
  constructor(compile: (text: Text, onFirst: (found: Found) => void) => Promise<Found>, tell: (found: Found) => void) {
    this.compile = compile;
    this.tell = tell;
  }

  /** Handles a change of the text. */
  wrote(text: Text): void {
    this.newest = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.look();
    }, PAUSE_MS);
  }

  /** Handles the start of the compiler. The compiler immediately compiles a waiting text, or else `text`. */
  begin(text: Text): void {
    if (this.state !== 'unready') return;
    this.state = 'ready';
    this.newest ??= text;
    void this.look();
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    if (this.state !== 'ready' || this.timer !== undefined || this.newest === undefined) return;
    const text = this.newest;
    this.newest = undefined;
    this.state = 'compiling';
    const onFirst = (found: Found): void => {
      if (this.state === 'compiling' && this.newest === undefined) this.tell(found);
    };
    const found = await this.compile(text, onFirst).catch(() => undefined);
    if (this.isClosed()) return;
    this.state = 'ready';
    if (this.newest !== undefined) void this.look();
    else if (found !== undefined) this.tell(found);
  }

  private isClosed(): boolean {
    return this.state === 'closed';
  }
}
