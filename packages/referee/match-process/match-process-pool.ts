import { DEFAULT_MEMORY_BYTES, WALL_GRACE_MS, WALL_MS_PER_SECOND } from '@ludus/runtime/wasm/fuel.ts';
import type { CellLimits, MatchJob, MatchOutcome, RefusedMatch } from './job.ts';
import type { LaunchOptions } from './launch-process.ts';
import { Cell } from './match-process.ts';
import { HOST_BYTES } from './process-memory.ts';
import type { Quarantine } from './quarantine.ts';

/** What matches may use where nothing else is said. */
export const DEFAULT_CELL_LIMITS: CellLimits = {
  playerBytes: DEFAULT_MEMORY_BYTES,
  // The runner looks after each call whether it took longer than its price allows; this ends a call that does not come back.
  answerMs: WALL_MS_PER_SECOND + 2 * WALL_GRACE_MS,
  matchMs: 180_000,
};

/** A process plays so many matches at most: what it leaves behind in memory, little by little, is gone then. */
const MOST_MATCHES = 2000;

/** No process can be started that plays matches. The message is one plain sentence. */
export class CellStartError extends Error {}

export interface CellPoolOptions extends Omit<LaunchOptions, 'mostBytes'> {
  readonly limits?: Partial<CellLimits> | undefined;
  /** What a process may take besides the memories of the players: the engine, our code, the compiled modules. */
  readonly hostBytes?: number | undefined;
  /** The most players that a match has; 4. */
  readonly seats?: number | undefined;
  /** How many processes are kept ready for the next matches; 1. */
  readonly idle?: number | undefined;
  /** Every match in a process that has played none before. */
  readonly fresh?: boolean | undefined;
  /** Modules that play no match. */
  readonly quarantine?: Quarantine | undefined;
}

/**
 * Processes that play matches of players that nobody knows. How many matches are played at a time is up to whoever asks: each has a
 * process to itself. One that has played plays again, since nothing of a match is left in it but compiled modules; after a void match it
 * is gone.
 */
export class CellPool {
  private readonly options: CellPoolOptions;
  private readonly limits: CellLimits;
  private readonly idle: { readonly cell: Cell; readonly matches: number }[] = [];
  private readonly busy = new Set<Cell>();
  /** Processes that play no more, until nothing of them is left. */
  private readonly going = new Set<Promise<void>>();
  private isClosed = false;

  constructor(options: CellPoolOptions) {
    this.options = options;
    this.limits = { ...DEFAULT_CELL_LIMITS, ...options.limits };
    this.fill();
  }

  /** Process numbers of all that are there, for tests and diagnosis. */
  get pids(): number[] {
    return [...this.busy, ...this.idle.map(({ cell }) => cell)].flatMap((cell) => cell.pid ?? []);
  }

  /** Plays one match. `careful`: so that it can be told better who ends the process; takes longer. */
  async play(job: MatchJob, { careful = false } = {}): Promise<MatchOutcome> {
    const refused = this.quarantined(job);
    if (refused) return refused;
    const { cell, matches } = this.take();
    this.busy.add(cell);
    try {
      const outcome = await cell.play(job, careful);
      return this.isClosed && outcome.kind === 'void'
        ? { ...outcome, sentence: 'The match is void: it was given up.' }
        : outcome;
    } finally {
      this.busy.delete(cell);
      const { fresh = false } = this.options;
      if (cell.isUsable && !fresh && !this.isClosed && matches + 1 < MOST_MATCHES && this.idle.length < this.most)
        this.idle.push({ cell, matches: matches + 1 });
      else this.letGo(cell);
      this.fill();
    }
  }

  /**
   * By which rules matches are played here (`engineIdentity`).
   *
   * @throws CellStartError if no process can be started that plays matches; its message is one plain sentence with the cause.
   */
  async engine(): Promise<string> {
    const { cell, matches } = this.take();
    const engine = await cell.engine();
    if (cell.isUsable && !this.isClosed) this.idle.push({ cell, matches });
    else await cell.close();
    if (engine === undefined)
      throw new CellStartError(`no process can be started that plays matches: it ${await cell.ending()}`);
    return engine;
  }

  /** Ends all at once; matches under way are void. Resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.busy, ...this.idle.splice(0).map(({ cell }) => cell)];
    for (const cell of all) this.letGo(cell);
    await Promise.all(this.going);
  }

  private letGo(cell: Cell): void {
    const gone = cell.close();
    this.going.add(gone);
    void gone.finally(() => this.going.delete(gone));
  }

  private get most(): number {
    return this.options.idle ?? 1;
  }

  private take(): { readonly cell: Cell; readonly matches: number } {
    for (let found = this.idle.pop(); found; found = this.idle.pop()) {
      if (found.cell.isUsable) return found;
      this.letGo(found.cell);
    }
    return { cell: this.start(), matches: 0 };
  }

  private fill(): void {
    while (!this.isClosed && this.idle.length < this.most) this.idle.unshift({ cell: this.start(), matches: 0 });
  }

  private start(): Cell {
    const { module, args, environment, nice, seats = 4, hostBytes = HOST_BYTES } = this.options;
    const mostBytes = seats * this.limits.playerBytes + hostBytes;
    return new Cell({ module, args, environment, nice, mostBytes, limits: this.limits });
  }

  private quarantined({ players }: MatchJob): RefusedMatch | undefined {
    const { quarantine } = this.options;
    for (const [seat, player] of players.entries()) {
      const reason = quarantine?.reason(player);
      if (reason !== undefined) return { kind: 'refused', seat, sentence: `the module is in quarantine: ${reason}` };
    }
    return undefined;
  }
}
