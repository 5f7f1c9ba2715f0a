import { DEFAULT_MEMORY_BYTES, INTERPRETER_DISCOUNT, WALL_GRACE_MS, WALL_MS_PER_SECOND } from '@ludus/runtime/parts.ts';
import type { MatchJob, MatchOutcome, MatchProcessLimits, RefusedMatch } from './job.ts';
import type { LaunchOptions } from './launch-process.ts';
import { MatchProcess } from './match-process.ts';
import { HOST_BYTES } from './process-memory.ts';
import type { Quarantine } from './quarantine.ts';

/** The default limits of a match. */
export const DEFAULT_MATCH_PROCESS_LIMITS: MatchProcessLimits = {
  playerBytes: DEFAULT_MEMORY_BYTES,
  // After each call, the runner checks whether the call took longer than its price allows. This limit ends a call that
  // never returns.
  answerMs: INTERPRETER_DISCOUNT * WALL_MS_PER_SECOND + 2 * WALL_GRACE_MS,
  matchMs: 180_000,
};

/** Maximum number of matches per process. Processes are replaced, because each process leaks some memory. */
const MAX_MATCHES_PER_PROCESS = 2000;

/** No match process can be started. The message is for users. */
export class MatchProcessStartError extends Error {}

export interface MatchProcessPoolOptions extends Omit<LaunchOptions, 'maxBytes'> {
  readonly limits?: Partial<MatchProcessLimits> | undefined;
  /**
   * Bytes that a process may use in addition to the players' memories: the engine, our code, and the compiled modules.
   */
  readonly hostBytes?: number | undefined;
  /** Maximum number of players in a match; default 4. */
  readonly seats?: number | undefined;
  /** Number of idle processes kept for the next matches; default 1. */
  readonly idle?: number | undefined;
  /** Whether to use a new process for each match. */
  readonly fresh?: boolean | undefined;
  /** The modules that may not play any matches. */
  readonly quarantine?: Quarantine | undefined;
}

/**
 * Processes that play matches of untrusted players. The caller decides how many matches are played at a time. Each
 * match has a separate process. A process is reused after a match, because only compiled modules remain in it. After a
 * void match, the process is stopped.
 */
export class MatchProcessPool {
  private readonly options: MatchProcessPoolOptions;
  private readonly limits: MatchProcessLimits;
  private readonly idle: { readonly matchProcess: MatchProcess; readonly matches: number }[] = [];
  private readonly busy = new Set<MatchProcess>();
  /** A promise for each process that is ending; it resolves when the process's group and files are gone. */
  private readonly closing = new Set<Promise<void>>();
  private isClosed = false;

  constructor(options: MatchProcessPoolOptions) {
    this.options = options;
    this.limits = { ...DEFAULT_MATCH_PROCESS_LIMITS, ...options.limits };
    this.fill();
  }

  /** Ids of all current processes, for tests and diagnosis. */
  get pids(): number[] {
    return [...this.busy, ...this.idle.map(({ matchProcess }) => matchProcess)].flatMap(
      (matchProcess) => matchProcess.pid ?? [],
    );
  }

  /** Plays one match. `careful`: whether to identify more reliably which player ends the process; this takes longer. */
  async play(job: MatchJob, { careful = false } = {}): Promise<MatchOutcome> {
    const refused = this.quarantined(job);
    if (refused) return refused;
    const { matchProcess, matches } = this.take();
    this.busy.add(matchProcess);
    try {
      const outcome = await matchProcess.play(job, careful);
      return this.isClosed && outcome.kind === 'void'
        ? { ...outcome, sentence: 'The match is void: it was stopped.' }
        : outcome;
    } finally {
      this.busy.delete(matchProcess);
      const { fresh = false } = this.options;
      if (
        matchProcess.isUsable &&
        !fresh &&
        !this.isClosed &&
        matches + 1 < MAX_MATCHES_PER_PROCESS &&
        this.idle.length < this.maxIdle
      )
        this.idle.push({ matchProcess, matches: matches + 1 });
      else this.retire(matchProcess);
      this.fill();
    }
  }

  /**
   * An identifier of the rules under which this pool's processes play (`engineIdentity`).
   *
   * @throws MatchProcessStartError if no match process can be started; its message names the cause.
   */
  async engine(): Promise<string> {
    const { matchProcess, matches } = this.take();
    const engine = await matchProcess.engine();
    if (matchProcess.isUsable && !this.isClosed) this.idle.push({ matchProcess, matches });
    else await matchProcess.close();
    if (engine === undefined)
      throw new MatchProcessStartError(`no match process can be started: it ${await matchProcess.describeEnd()}`);
    return engine;
  }

  /** Kills all processes immediately; running matches are void. Resolves when all of them are gone. */
  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.busy, ...this.idle.splice(0).map(({ matchProcess }) => matchProcess)];
    for (const matchProcess of all) this.retire(matchProcess);
    await Promise.all(this.closing);
  }

  private retire(matchProcess: MatchProcess): void {
    const gone = matchProcess.close();
    this.closing.add(gone);
    void gone.finally(() => this.closing.delete(gone));
  }

  private get maxIdle(): number {
    return this.options.idle ?? 1;
  }

  private take(): { readonly matchProcess: MatchProcess; readonly matches: number } {
    for (let found = this.idle.pop(); found; found = this.idle.pop()) {
      if (found.matchProcess.isUsable) return found;
      this.retire(found.matchProcess);
    }
    return { matchProcess: this.start(), matches: 0 };
  }

  private fill(): void {
    while (!this.isClosed && this.idle.length < this.maxIdle)
      this.idle.unshift({ matchProcess: this.start(), matches: 0 });
  }

  private start(): MatchProcess {
    const { module, args, environment, nice, seats = 4, hostBytes = HOST_BYTES } = this.options;
    const maxBytes = seats * this.limits.playerBytes + hostBytes;
    return new MatchProcess({ module, args, environment, nice, maxBytes, limits: this.limits });
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
