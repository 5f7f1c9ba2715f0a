import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Problem, problemOf } from '@ludus/kernel/result.ts';
import { END_REPORT_FD, lastEndReport, outputEnded } from '@ludus/referee/match-process.ts';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import { LAB_PROBLEMS } from '../problems.ts';
import type { MatchRecord, MatchSpec, RunSetup } from './plan.ts';
import { Quarantine } from './quarantine.ts';
import { type Attempt, NO_PRECAUTIONS, type RetryPolicy, Suspicion } from './retry-policy.ts';
import type { WorkerMessage, WorkerRequest } from './serve-matches.ts';
import { mostBytesOf, type StartedWorker, startForked, startIsolated } from './start-worker.ts';
import { VoidInquiry } from './void-inquiry.ts';

export interface PoolOptions {
  /** The module that a worker process runs; it calls `serveMatches`. */
  readonly workerModule: URL;
  readonly setup: RunSetup;
  /** Number of worker processes, at least 1. */
  readonly workers: number;
  /** The secret from which the generators of players with a budget are derived; random if absent. */
  readonly salt?: string;
  /**
   * Time limit of a match, in milliseconds; default: ten minutes. If a match takes longer, the player that the match
   * waited for longest fails.
   */
  readonly stallMs?: number | undefined;
  /** Wall-clock limit for one answer of a player in a worker's own thread, in milliseconds. Default: two minutes. */
  readonly answerMs?: number | undefined;
  /** Indices of players that had made matches of this run void before the run was resumed. */
  readonly quarantined?: readonly number[] | undefined;
}

/** Thrown when a run can’t start, because its setup is invalid or its workers fail. */
export class InvalidRunError extends Error {
  readonly code: 'run/setup' | 'run/workers';
  constructor({ code, message }: Problem & { readonly code: InvalidRunError['code'] }) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the pool was closed before this match was played. */
export class PoolClosedError extends Error {}

interface Task {
  readonly spec: MatchSpec;
  readonly resolve: (record: MatchRecord) => void;
  readonly reject: (error: Error) => void;
  policy: RetryPolicy;
  /** Present once an attempt to play the match has failed, because of a player or the machine. */
  suspicion?: Suspicion;
  inquiry?: VoidInquiry;
}

interface PoolWorker extends StartedWorker {
  /** Matches that were sent to the worker but haven't been answered, oldest first. */
  readonly tasks: Task[];
  ready: boolean;
  /** The end of the worker's standard error. */
  said: string;
  /**
   * The end of the worker's reports (`EndReport`), as text. The last report names the player that the worker is waiting
   * for.
   */
  account: string;
  stall?: NodeJS.Timeout;
}

/**
 * Tasks per worker: one match is played while the next match is queued, so that the worker never waits for the pool.
 */
const DEPTH = 2;
/**
 * Maximum number of workers in a row that may die before they are ready. After two such deaths in a row, new workers no
 * longer load player files in their own process.
 */
const MAX_UNREADY = 6;
const UNREADY_APART = 2;
const STALL_MS = 600_000;
const ANSWER_MS = 120_000;
/**
 * A thread in the worker detects stalls. If the thread fails to do so, the pool ends the worker after this additional
 * time, in milliseconds.
 */
const STALL_GRACE_MS = 10_000;

/**
 * Worker processes that play matches. They are processes, not threads, so if a worker dies, even because of a player,
 * another worker plays its matches again.
 */
export class MatchPool {
  private readonly options: PoolOptions;
  private readonly salt: string;
  private readonly workers = new Set<PoolWorker>();
  private readonly queue: Task[] = [];
  private closed = false;
  private broken: Error | undefined;
  private unready = 0;
  private readonly quarantine = new Quarantine();

  constructor(options: PoolOptions) {
    this.options = options;
    this.salt = options.salt ?? randomUUID();
    for (const player of options.quarantined ?? []) this.keepOut(player);
    for (let i = 0; i < options.workers; i++) this.spawn();
  }

  /** Plays a match. Matches start in the order of the calls. Rejects with `InvalidRunError` or `PoolClosedError`. */
  play(spec: MatchSpec): Promise<MatchRecord> {
    if (this.closed) return Promise.reject(new PoolClosedError());
    if (this.broken) return Promise.reject(this.broken);
    const kept = this.recordOfQuarantined(spec);
    if (kept) return Promise.resolve(kept);
    return new Promise((resolve, reject) => {
      this.queue.push({ spec, resolve, reject, policy: NO_PRECAUTIONS });
      this.dispatch();
    });
  }

  /** Process numbers of the workers, for tests and diagnosis. */
  get pids(): number[] {
    return [...this.workers].map((worker) => worker.process.pid!);
  }

  /**
   * Stops accepting matches. The promises of matches that haven't begun reject. Resolves when the workers are idle, or
   * after `graceMs`.
   */
  async drain(graceMs: number): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.reject(new PoolClosedError());
    const end = performance.now() + graceMs;
    while (performance.now() < end && [...this.workers].some((worker) => worker.tasks.length > 0)) await sleep(20);
  }

  /** Stops all workers immediately. Matches in progress are lost, and their promises reject. */
  async close(): Promise<void> {
    await this.drain(0);
    await Promise.all(
      [...this.workers].map((worker) => {
        const { exitCode, signalCode } = worker.process;
        if (exitCode !== null || signalCode !== null) return undefined;
        const gone = new Promise((resolve) => worker.process.once('exit', resolve));
        worker.kill();
        return gone;
      }),
    );
    // Removes the sandboxes of the programs that the workers ran.
    removeAbandonedFolders();
  }

  private spawn(): void {
    const { workerModule, setup, stallMs = STALL_MS, answerMs = ANSWER_MS } = this.options;
    const mostBytes = setup.isolated ? mostBytesOf(setup) : undefined;
    const { process, kill, drop } =
      mostBytes === undefined ? startForked(workerModule) : startIsolated(workerModule, mostBytes);
    const worker: PoolWorker = { process, kill, drop, tasks: [], ready: false, said: '', account: '' };
    this.workers.add(worker);
    process.stderr!.on('data', (bytes) => {
      worker.said = (worker.said + bytes).slice(-2000);
    });
    process.stdio[END_REPORT_FD]!.on('data', (bytes) => {
      worker.account = (worker.account + bytes).slice(-500);
    });
    process.on('message', (message: WorkerMessage) => this.onMessage(worker, message));
    process.on('error', () => kill());
    process.once('exit', (code, signal) => {
      clearTimeout(worker.stall);
      // Processes that the worker started must not outlive the worker.
      kill();
      void outputEnded(process).then(() => {
        void drop();
        this.onExit(worker, code, signal);
      });
    });
    const isolated = this.unready >= UNREADY_APART;
    send(worker, {
      kind: 'setup',
      setup,
      salt: this.salt,
      isolated,
      answerMs,
      stallMs,
      ...(mostBytes !== undefined && { mostBytes }),
    });
  }

  private onMessage(worker: PoolWorker, message: WorkerMessage): void {
    switch (message.kind) {
      case 'ready':
        worker.ready = true;
        this.unready = 0;
        this.dispatch();
        return;
      case 'unfit':
        this.fail(new InvalidRunError(problemOf(LAB_PROBLEMS, 'run/setup', message.sentence)));
        return;
      case 'begun':
        worker.stall = setTimeout(() => worker.kill(), (this.options.stallMs ?? STALL_MS) + STALL_GRACE_MS);
        return;
      case 'done': {
        const task = finished(worker, message.record.id);
        if (task.policy.isTrial) this.goOn(task, task.inquiry!.passed());
        else task.resolve(message.record);
        this.dispatch();
        return;
      }
      case 'broken': {
        const task = finished(worker, message.id);
        this.again(task, { broken: message.broken, sentence: message.sentence });
        this.dispatch();
      }
    }
  }

  /** Sends waiting matches to the least busy workers. */
  private dispatch(): void {
    for (let depth = 1; depth <= DEPTH; depth++) {
      for (const worker of this.workers) {
        if (!worker.ready || worker.tasks.length >= depth) continue;
        const task = this.queue.shift();
        if (task === undefined) return;
        worker.tasks.push(task);
        send(worker, { kind: 'match', spec: task.spec, policy: task.policy });
      }
    }
  }

  /**
   * Handles the death of a worker: its matches return to the head of the queue. The match that the worker was playing
   * gets a stricter policy.
   */
  private onExit(worker: PoolWorker, code: number | null, signal: string | null): void {
    this.workers.delete(worker);
    if (this.closed || this.broken) {
      for (const task of worker.tasks) task.reject(this.broken ?? new PoolClosedError());
      return;
    }
    const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`;
    const said = worker.said.trim().split('\n').slice(0, 3).join(' ');
    const sentence = `the worker ${how}${said === '' ? '' : `: ${said}`}`;
    const [first, ...others] = worker.tasks;
    this.queue.unshift(...others);
    if (first !== undefined) this.again(first, { account: lastEndReport(worker.account), sentence });
    if (!worker.ready && ++this.unready > MAX_UNREADY)
      this.fail(new InvalidRunError(problemOf(LAB_PROBLEMS, 'run/workers', sentence)));
    else {
      this.spawn();
      this.dispatch();
    }
  }

  /**
   * Handles a failed attempt to play a match: plays the match again, or ends it without a result if no option is left.
   */
  private again(task: Task, attempt: Attempt): void {
    const { players, isolated } = this.options.setup;
    // A module cannot end the process that it runs in. So if all players are modules or built-in, the machine is the
    // cause.
    if (attempt.broken ? attempt.broken.isVoid : isolated) {
      task.inquiry ??= new VoidInquiry(task.spec.players);
      this.goOn(task, task.inquiry.failed(attempt));
      return;
    }
    task.suspicion ??= new Suspicion(task.spec.players.map((player) => players[player].name));
    const policy = task.suspicion.next(attempt);
    if (policy === undefined) {
      task.resolve(unplayed(task.spec, attempt.sentence));
      return;
    }
    task.policy = policy;
    this.queue.unshift(task);
  }

  /**
   * Continues after a void attempt: plays the match again, or ends it without a result. The module that made the match
   * void no longer plays.
   */
  private goOn(task: Task, policy: RetryPolicy | undefined): void {
    if (policy) {
      task.policy = policy;
      this.queue.unshift(task);
      return;
    }
    const { culprits, sentence } = task.inquiry!;
    for (const player of culprits) this.keepOut(player);
    const failure = `it is void: ${sentence.replace(/^The match is void: /, '')}`;
    task.resolve({ ...unplayed(task.spec, failure), ...(culprits.length > 0 && { quarantined: culprits }) });
    for (const waiting of this.queue.splice(0)) {
      const kept = this.recordOfQuarantined(waiting.spec);
      if (kept) waiting.resolve(kept);
      else this.queue.push(waiting);
    }
  }

  private keepOut(player: number): void {
    this.quarantine.add(this.options.setup.players, player);
  }

  private recordOfQuarantined(spec: MatchSpec): MatchRecord | undefined {
    const why = this.quarantine.whyNot(spec);
    return why === undefined ? undefined : unplayed(spec, why);
  }

  /** Rejects the promises of all requested matches with this error, because no match can be played any longer. */
  private fail(error: Error): void {
    this.broken = error;
    for (const task of this.queue.splice(0)) task.reject(error);
    for (const worker of this.workers) worker.kill();
  }
}

function send(worker: PoolWorker, message: WorkerRequest): void {
  // A worker that has just died cannot receive messages. Its `exit` event returns the matches.
  if (worker.process.connected) worker.process.send(message, () => {});
}

/** Removes the task of a finished match from the worker, and returns this task. */
function finished(worker: PoolWorker, id: string): Task {
  clearTimeout(worker.stall);
  const at = worker.tasks.findIndex((task) => task.spec.id === id);
  return worker.tasks.splice(at, 1)[0];
}

/** The record of a match that has no result. */
function unplayed(spec: MatchSpec, failure: string): MatchRecord {
  return { ...spec, scores: [], reason: 'failed', rounds: 0, faults: [], used: [], decided: 0, failure };
}
