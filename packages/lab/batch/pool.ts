import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { END_REPORT_FD, lastEndReport } from '@ludus/referee/worker-process.ts';
import { removeAbandonedFolders } from '@ludus/runtime/files.ts';
import type { MatchRecord, MatchSpec, RunSetup } from './plan.ts';
import { Quarantine } from './quarantine.ts';
import { type Attempt, NO_PRECAUTIONS, type RetryPolicy, Suspicion } from './retry-policy.ts';
import type { FromWorker, ToWorker } from './serve-matches.ts';
import { mostBytesOf, type StartedWorker, startForked, startIsolated } from './start-worker.ts';
import { VoidInquiry } from './void-inquiry.ts';

export interface PoolOptions {
  /** The module that a worker process runs; it calls `serveMatches`. */
  readonly workerModule: URL;
  readonly setup: RunSetup;
  /** Worker processes, ≥ 1. */
  readonly workers: number;
  /** The secret behind the players' generators under a budget; random if absent. */
  readonly salt?: string;
  /** A match that takes longer counts as the failure of the player that was waited for longest. Default: ten minutes. */
  readonly stallMs?: number | undefined;
  /** Wall-clock limit of one answer of a player in a worker's own thread, in milliseconds. Default: two minutes. */
  readonly answerMs?: number | undefined;
  /** Indices of players that made matches of this run void before it was taken up again. */
  readonly quarantined?: readonly number[] | undefined;
}

/** The players or boards aren't available; the message is for users. */
export class RunUnfit extends Error {}
/** The pool was closed before this match was played. */
export class PoolClosed extends Error {}

interface Task {
  readonly spec: MatchSpec;
  readonly resolve: (record: MatchRecord) => void;
  readonly reject: (error: Error) => void;
  policy: RetryPolicy;
  /** Once an attempt to play it has failed, by a player or by the machine. */
  suspicion?: Suspicion;
  inquiry?: VoidInquiry;
}

interface PoolWorker extends StartedWorker {
  /** Sent and not answered, oldest first. */
  readonly tasks: Task[];
  ready: boolean;
  /** The end of what it wrote to standard error. */
  said: string;
  /** Its notes about the player that it was asking. */
  account: string;
  stall?: NodeJS.Timeout;
}

/** One match is played while the next one waits in the worker, so that no worker waits for an answer of ours. */
const DEPTH = 2;
/** Maximum number of workers that may die in a row before they are ready. From the third on they load no player's file themselves. */
const MAX_UNREADY = 6;
const UNREADY_APART = 2;
const STALL_MS = 600_000;
const ANSWER_MS = 120_000;
/** The worker's own thread watches stalls; if it cannot, the pool does so a little later. */
const STALL_GRACE_MS = 10_000;
/** A dead worker's output is read to its end, unless another process holds the other ends. */
const LAST_WORDS_MS = 500;

/**
 * Worker processes that play matches. Processes, not threads. If a worker is killed, or a player takes it down, its matches only
 * lose time: another worker plays them again.
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

  /** Matches are begun in the order in which they are asked for. Rejects with `RunUnfit` or `PoolClosed`. */
  play(spec: MatchSpec): Promise<MatchRecord> {
    if (this.closed) return Promise.reject(new PoolClosed());
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

  /** Takes no more matches; those not begun reject. Resolves when the workers are idle, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.reject(new PoolClosed());
    const end = performance.now() + graceMs;
    while (performance.now() < end && [...this.workers].some((worker) => worker.tasks.length > 0)) await sleep(20);
  }

  /** Ends all workers at once; what they were playing is lost and rejects. */
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
    // The sandboxes of their programs.
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
    process.on('message', (message: FromWorker) => this.onMessage(worker, message));
    process.on('error', () => kill());
    process.once('exit', (code, signal) => {
      clearTimeout(worker.stall);
      // Processes that the worker started must not outlive it.
      kill();
      const timer = setTimeout(() => process.emit('close', code, signal), LAST_WORDS_MS);
      process.once('close', () => {
        clearTimeout(timer);
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

  private onMessage(worker: PoolWorker, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        worker.ready = true;
        this.unready = 0;
        this.dispatch();
        return;
      case 'unfit':
        this.fail(new RunUnfit(message.sentence));
        return;
      case 'begun':
        worker.account = '';
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

  /** Sends what waits to the least busy workers. */
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

  /** A worker died: its matches go back to the head of the queue, the one that it was playing to be played with more policy. */
  private onExit(worker: PoolWorker, code: number | null, signal: string | null): void {
    this.workers.delete(worker);
    if (this.closed || this.broken) {
      for (const task of worker.tasks) task.reject(this.broken ?? new PoolClosed());
      return;
    }
    const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`;
    const said = worker.said.trim().split('\n').slice(0, 3).join(' ');
    const sentence = `the worker ${how}${said === '' ? '' : `: ${said}`}`;
    const [first, ...others] = worker.tasks;
    this.queue.unshift(...others);
    if (first !== undefined) this.again(first, { account: lastEndReport(worker.account), sentence });
    if (!worker.ready && ++this.unready > MAX_UNREADY)
      this.fail(new RunUnfit(`no match can be played, since the workers end before they are ready: ${sentence}`));
    else {
      this.spawn();
      this.dispatch();
    }
  }

  /** An attempt to play a match has failed: it is played again, or has no result if nothing is left to be tried. */
  private again(task: Task, attempt: Attempt): void {
    const { players, isolated } = this.options.setup;
    // A module cannot end the process that it is in: if there are no other players, the machine did.
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

  /** A void match is played on, or has no result; the module that caused it no longer plays. */
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

  /** Nothing can be played any longer: all that is asked for rejects with this. */
  private fail(error: Error): void {
    this.broken = error;
    for (const task of this.queue.splice(0)) task.reject(error);
    for (const worker of this.workers) worker.kill();
  }
}

function send(worker: PoolWorker, message: ToWorker): void {
  // A worker that has just died cannot receive messages. Its `exit` brings the matches back.
  if (worker.process.connected) worker.process.send(message, () => {});
}

/** Takes the task of a match that has ended, one way or the other, off its worker. */
function finished(worker: PoolWorker, id: string): Task {
  clearTimeout(worker.stall);
  const at = worker.tasks.findIndex((task) => task.spec.id === id);
  return worker.tasks.splice(at, 1)[0];
}

/** The record of a match that has no result. */
function unplayed(spec: MatchSpec, failure: string): MatchRecord {
  return { ...spec, scores: [], reason: 'failed', rounds: 0, faults: [], used: [], decided: 0, failure };
}
