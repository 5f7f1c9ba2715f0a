import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { jobOf, outcomeOf } from '../judge/play.ts';
import type { LeasedJob } from '../queue/lease.ts';
import type { Lease, Outcome } from '../words.ts';

/**
 * The source of a worker's matches and the destination of its results: a server over HTTP, or the server that contains
 * the worker.
 */
export interface WorkSource {
  take(want: number): Promise<{ readonly epoch: string; readonly jobs: readonly LeasedJob[]; readonly waitMs: number }>;
  /** Returns the matches whose leases were lost. */
  keep(epoch: string, leases: readonly Lease[]): Promise<readonly number[]>;
  giveBack(epoch: string, leases: readonly Lease[]): Promise<void>;
  /** Returns false if the server no longer needs the answer. */
  answer(epoch: string, lease: Lease, outcome: Outcome): Promise<boolean>;
  module(hash: string): Promise<Uint8Array>;
}

export interface WorkerOptions {
  readonly source: WorkSource;
  /** Plays one match in a separate process. */
  readonly play: (job: MatchJob) => Promise<MatchOutcome>;
  /** Number of matches that run at the same time. */
  readonly parallel: number;
  /** Receives events, one message each. */
  readonly say?: (sentence: string) => void;
}

/** Maximum total size of the modules that are kept for the next matches, in bytes. */
const KEPT_BYTES = 64 * 2 ** 20;
/**
 * Number of failed attempts to send a result after which the worker gives up. The lease then expires, and the match is
 * played again.
 */
const MAX_TRIES = 20;
/** The first and the longest delay between requests to a server that doesn't respond, in milliseconds. */
const RETRY_MS = { first: 500, most: 15_000 };

/**
 * The number of additional matches to lease, so that the next match can start while the last result is being sent.
 * Short matches are leased several at a time, enough for about `ms` milliseconds, up to `most` per parallel match. Long
 * matches are leased singly, so that other workers don't wait.
 */
const AHEAD = { least: 1, most: 15, ms: 300 };
/** Pause in milliseconds after a match process failed to start. The match is given back first. */
const NOT_STARTED_MS = 5000;
/** Maximum number of matches in one reply of a server. */
const MAX_AT_ONCE = 64;
/** The weight of the newest match in the mean duration. */
const NEWEST = 0.2;

interface HeldLease {
  readonly lease: Lease;
  readonly epoch: string;
  lost: boolean;
}

/** Takes matches, plays them, and sends the results, until `drain` is called. */
export class Worker {
  private readonly options: WorkerOptions;
  private readonly held = new Map<number, HeldLease>();
  private readonly modules = new Map<string, Promise<Uint8Array>>();
  private readonly stop = new AbortController();
  private readonly playing = new Set<Promise<void>>();
  /** Number of matches whose results were accepted. */
  played = 0;
  private wake: (() => void) | undefined;
  /** Mean duration of the last matches, in milliseconds. */
  private matchMs: number | undefined;
  /** Matches that are running, and leased matches that wait for their turn. */
  private busy = 0;
  private readonly turns: (() => void)[] = [];

  constructor(options: WorkerOptions) {
    this.options = options;
  }

  /** Works until `drain` is called; resolves when the last started match is finished. */
  async run(): Promise<void> {
    const { parallel } = this.options;
    while (!this.stop.signal.aborted) {
      const { ahead } = this;
      const want = Math.min(MAX_AT_ONCE, parallel + ahead - this.playing.size);
      // Short matches are requested several at a time.
      if (want < ahead / 2) {
        await Promise.race(this.playing);
        continue;
      }
      const given = await this.patiently(() => this.options.source.take(want));
      if (!given) break;
      for (const job of given.jobs) this.begin(given.epoch, job);
      // If there aren't enough matches now, the worker asks for more after a delay, or when a match is finished.
      if (given.jobs.length < want) await Promise.race([this.rest(given.waitMs), ...this.playing]);
    }
    await Promise.all(this.playing);
  }

  /** Wakes the worker, since there may be work. */
  hurry(): void {
    this.wake?.();
  }

  /** Takes no more matches, and finishes the matches that it has. */
  drain(): void {
    this.stop.abort();
    this.wake?.();
  }

  /** Gives back unfinished matches, so that others can play them immediately. */
  async abandon(): Promise<void> {
    this.drain();
    const all = [...this.held.values()].filter(({ lost }) => !lost);
    for (const each of all) each.lost = true;
    for (const epoch of new Set(all.map((each) => each.epoch)))
      await this.options.source.giveBack(
        epoch,
        all.filter((each) => each.epoch === epoch).map(({ lease }) => lease),
      );
  }

  private get ahead(): number {
    if (this.matchMs === undefined) return AHEAD.least;
    const many = Math.round((AHEAD.ms * this.options.parallel) / Math.max(1, this.matchMs));
    return Math.min(AHEAD.most * this.options.parallel, Math.max(AHEAD.least, many));
  }

  private begin(epoch: string, job: LeasedJob): void {
    const work = this.work(epoch, job).catch((error) => {
      this.options.say?.(`match ${job.lease.match} could not be played: ${sentenceOf(error)}`);
    });
    this.playing.add(work);
    void work.finally(() => this.playing.delete(work));
  }

  private async work(epoch: string, { lease, forMs, input }: LeasedJob): Promise<void> {
    const { source, play, say } = this.options;
    const entry = { lease, epoch, lost: false };
    this.held.set(lease.match, entry);
    const beat = setInterval(() => void this.keep(epoch), forMs / 3);
    try {
      const job = await jobOf(input, (hash) => this.module(hash));
      const played = await this.inTurn(entry, () => play(job));
      if (entry.lost || played === undefined) return;
      // While this method waits for the result, the next match runs.
      const outcome = await outcomeOf(played);
      if (outcome.kind !== 'finished') say?.(`match ${lease.match}: ${outcome.why}`);
      const taken = await this.patiently(() => source.answer(epoch, lease, outcome), true);
      if (taken) this.played++;
      else say?.(`match ${lease.match}: the server no longer needs the result`);
    } finally {
      clearInterval(beat);
      if (this.held.get(lease.match) === entry) this.held.delete(lease.match);
    }
  }

  /** Plays a match when it is its turn. Returns undefined if the match is no longer needed or was given back. */
  private async inTurn(entry: HeldLease, play: () => Promise<MatchOutcome>): Promise<MatchOutcome | undefined> {
    if (this.busy >= this.options.parallel) await new Promise<void>((done) => this.turns.push(done));
    else this.busy++;
    try {
      if (entry.lost) return undefined;
      if (!this.stop.signal.aborted) {
        const begun = performance.now();
        const outcome = await play();
        if (outcome.kind === 'void' && outcome.cause === 'start') return await this.notStarted(entry, outcome.sentence);
        const ms = performance.now() - begun;
        this.matchMs = this.matchMs === undefined ? ms : NEWEST * ms + (1 - NEWEST) * this.matchMs;
        return outcome;
      }
      await this.options.source.giveBack(entry.epoch, [entry.lease]).catch(() => {});
      return undefined;
    } finally {
      const next = this.turns.shift();
      if (next) next();
      else this.busy--;
    }
  }

  /**
   * Gives a match back after a failure of this machine, and pauses. Nothing was started, so this lease isn't counted.
   */
  private async notStarted({ epoch, lease }: HeldLease, why: string): Promise<undefined> {
    this.options.say?.(`match ${lease.match} was given back: ${why}`);
    await this.options.source.giveBack(epoch, [lease]).catch(() => {});
    await sleep(NOT_STARTED_MS, undefined, { signal: this.stop.signal }).catch(() => {});
  }

  private async keep(epoch: string): Promise<void> {
    const mine = [...this.held.values()].filter((each) => each.epoch === epoch && !each.lost);
    if (mine.length === 0) return;
    try {
      const lost = await this.options.source.keep(
        epoch,
        mine.map(({ lease }) => lease),
      );
      for (const match of lost) {
        const entry = this.held.get(match);
        if (entry) entry.lost = true;
      }
    } catch {
      // The server may be available again at the next heartbeat.
    }
  }

  private module(hash: string): Promise<Uint8Array> {
    let found = this.modules.get(hash);
    if (found) this.modules.delete(hash);
    else {
      found = this.options.source.module(hash);
      found.then(
        () => void this.trim(),
        () => this.modules.delete(hash),
      );
    }
    this.modules.set(hash, found);
    return found;
  }

  private async trim(): Promise<void> {
    let bytes = 0;
    for (const [hash, module] of [...this.modules].reverse()) {
      bytes += (await module.catch(() => new Uint8Array(0))).length;
      if (bytes > KEPT_BYTES) this.modules.delete(hash);
    }
  }

  /**
   * Repeats a request while there is no response. `evenLast`: repeats the request even after `drain` was called.
   * Returns undefined if it gives up.
   */
  private async patiently<T>(ask: () => Promise<T>, evenLast = false): Promise<T | undefined> {
    for (let waitMs = RETRY_MS.first, tries = 0; ; waitMs = Math.min(2 * waitMs, RETRY_MS.most), tries++) {
      try {
        return await ask();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (this.stop.signal.aborted && (!evenLast || tries > 5)) return undefined;
        if (evenLast && tries >= MAX_TRIES) return undefined;
        if (tries === 0) this.options.say?.(`the server does not respond, trying again: ${sentenceOf(error)}`);
        await sleep(waitMs);
      }
    }
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
      if (this.stop.signal.aborted) this.wake();
    });
  }
}

/**
 * Checks whether an error is temporary: the server or the connection isn't available. A final rejection isn't
 * temporary.
 */
function isPassing(error: unknown): boolean {
  const { status } = error as { readonly status?: number };
  return status === undefined || status >= 500 || status === 429;
}

function sentenceOf(error: unknown): string {
  const { message, cause } = error as { readonly message?: string; readonly cause?: { readonly code?: string } };
  return `${message ?? error}${cause?.code === undefined ? '' : ` (${cause.code})`}`;
}
