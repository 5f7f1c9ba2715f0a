import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForeignJournalError, Journal, lineOfMatch } from './journal.ts';
import { type MatchRecord, type MatchSpec, planDifference, planHash, type RunSetup, settingOf } from './plan.ts';
import { MatchPool, PoolClosedError } from './pool.ts';

export { InvalidRunError, PoolClosedError } from './pool.ts';
export { neededEnvironment } from './start-worker.ts';

export interface LabRunOptions {
  readonly setup: RunSetup;
  /**
   * The data that determines the matches together with the setup, such as seeds, hypotheses, or the format, as JSON.
   */
  readonly plan: unknown;
  /** Folder of the run's journal. */
  readonly folder: string;
  /** The secret from which the generators of players with a budget are derived; random by default. */
  readonly secret?: string | undefined;
  /** Whether to discard the existing journal. */
  readonly fresh?: boolean | undefined;
  readonly workerModule: URL;
  readonly workers: number;
  readonly stallMs?: number | undefined;
  readonly answerMs?: number | undefined;
  /** Called after each match that this process played, but not for matches found in the journal. */
  readonly onPlayed?: (record: MatchRecord) => void;
}

/**
 * A run of many matches. Worker processes play them, unless the journal has their results from an earlier start of the
 * same run. The caller needn't know the difference.
 */
export class LabRun {
  readonly folder: string;
  private readonly options: LabRunOptions;
  private readonly journal: Journal;
  private pool: MatchPool | undefined;
  private stopped = false;
  private closed: Promise<void> | undefined;
  /** The run's secret, once it has been read or drawn. */
  private kept: string | undefined;

  /**
   * Throws a `JournalBusyError` or a `ForeignJournalError` (journal.ts). The `ForeignJournalError` is also thrown if
   * the journal's matches differ from the plan.
   */
  constructor(options: LabRunOptions) {
    this.options = options;
    this.folder = options.folder;
    this.journal = new Journal(this.folder, planHash(options.setup, options.plan), options.fresh, options.setup);
  }

  /** Number of results in the journal, including matches played since the journal was opened. */
  get known(): number {
    return this.journal.records.size;
  }

  /** Number of matches to request at a time to keep the workers busy. */
  get appetite(): number {
    return this.options.workers * 3;
  }

  has(id: string): boolean {
    return this.journal.records.has(id);
  }

  /** Process numbers of the workers, for tests. */
  get pids(): number[] {
    return this.pool?.pids ?? [];
  }

  /** A hash of everything that determines this match, apart from its seed and its players. */
  setting(spec: MatchSpec): string {
    return settingOf(this.options.setup, this.salt(), this.journal.records.get(spec.id) ?? spec);
  }

  async play(spec: MatchSpec): Promise<MatchRecord> {
    const found = this.journal.records.get(spec.id);
    if (found) {
      const other = planDifference(spec, found);
      if (other === undefined) return found;
      const file = join(this.folder, 'journal.jsonl');
      const line = lineOfMatch(readFileSync(file, 'utf8'), spec.id);
      throw new ForeignJournalError(`${file}: line ${line}: match ${spec.id} has ${other}`);
    }
    if (this.stopped) throw new PoolClosedError();
    // Workers start only when there is a match to play.
    this.pool ??= this.open();
    const record = await this.pool.play(spec);
    if (this.closed) throw new PoolClosedError();
    this.journal.append(record);
    this.options.onPlayed?.(record);
    return record;
  }

  private open(): MatchPool {
    const { workerModule, workers, stallMs, answerMs, setup } = this.options;
    const quarantined = [...this.journal.records.values()].flatMap(({ quarantined: out = [] }) => out);
    return new MatchPool({ workerModule, workers, salt: this.salt(), stallMs, answerMs, setup, quarantined });
  }

  /**
   * Plays all matches, but requests only as many at a time as are needed to keep the workers busy. Returns the results
   * in the order of the specs.
   */
  async playAll(specs: readonly MatchSpec[]): Promise<MatchRecord[]> {
    const results = new Array<MatchRecord>(specs.length);
    let next = 0;
    const lane = async () => {
      while (next < specs.length) {
        const at = next++;
        results[at] = await this.play(specs[at]);
      }
    };
    await Promise.all(Array.from({ length: this.appetite }, lane));
    return results;
  }

  /**
   * Stops starting matches: from now on, `play` rejects with `PoolClosedError`. Waits up to `graceMs` for matches in
   * progress.
   */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    await this.pool?.drain(graceMs);
  }

  /** Stops the workers immediately and closes the journal. */
  close(): Promise<void> {
    this.stopped = true;
    this.closed ??= (async () => {
      await this.pool?.close();
      await this.journal.close();
    })();
    return this.closed;
  }

  /**
   * The secret from which the players' generators are derived. It is drawn once per run and stored, so that a resumed
   * run plays the same matches. In games with hidden information, bots might read a stored secret. Each start of such a
   * run therefore draws a new secret, and the journal contains the keys of the matches played.
   */
  private salt(): string {
    const { setup, secret } = this.options;
    if (secret !== undefined) return secret;
    if (setup.hidden) this.kept ??= randomUUID();
    else if (setup.budget === 'none') return '';
    if (this.kept === undefined) {
      const file = join(this.folder, 'salt');
      if (!existsSync(file)) writeFileSync(file, randomUUID());
      this.kept = readFileSync(file, 'utf8');
    }
    return this.kept;
  }
}
