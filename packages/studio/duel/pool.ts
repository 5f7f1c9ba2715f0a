import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import { BASE } from '../app/page-variant.ts';
import { compileCpp } from '../cpp/client.ts';
import type { FuelNeeds } from '../match/order.ts';
import type { DuelOrder, DuelWorkerMessage, DuelWorkerRequest } from './order.ts';

/** An error that ends a duel. The message is for users. */
export class DuelError extends Error {}

interface Job {
  readonly spec: MatchSpec;
  readonly done: (record: MatchRecord) => void;
  readonly failed: (error: DuelError) => void;
}

interface DuelWorker {
  readonly worker: Worker;
  job: Job | undefined;
  /** The time of the worker's last message, by `performance.now`. */
  heard: number;
}

/** Time without a message after which a match is treated as endless, in milliseconds. */
const SILENT_MS = 10_000;
/**
 * The corresponding time for matches in which fuel is counted. This time is longer, because the fuel limit already ends
 * endless loops.
 */
const FUEL_MS = 120_000;
/** Maximum number of workers, to limit their memory use. */
const MAX_WORKERS = 8;

/** Plays matches of a duel in Web Workers: one per core, except for one core for the page. */
export class DuelPool {
  readonly size: number = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
  private readonly order: DuelOrder;
  private readonly benches: DuelWorker[] = [];
  private readonly waiting: Job[] = [];
  private readonly watch: ReturnType<typeof setInterval>;
  private ended: DuelError | undefined;

  constructor(order: DuelOrder) {
    this.order = order;
    this.watch = setInterval(() => this.look(), 1000);
  }

  /** Plays a match. Rejects with a `DuelError` if the match fails, or if the pool is stopped during the match. */
  play(spec: MatchSpec): Promise<MatchRecord> {
    return new Promise((done, failed) => {
      if (this.ended) return failed(this.ended);
      this.waiting.push({ spec, done, failed });
      this.next();
    });
  }

  /** Stops all workers immediately. */
  end(sentence: string): void {
    if (this.ended) return;
    this.ended = new DuelError(sentence);
    clearInterval(this.watch);
    for (const { worker, job } of this.benches) {
      worker.terminate();
      job?.failed(this.ended);
    }
    for (const { failed } of this.waiting.splice(0)) failed(this.ended);
  }

  private next(): void {
    if (this.waiting.length === 0 || this.ended) return;
    const free = this.benches.find(({ job }) => job === undefined);
    const bench = free ?? (this.benches.length < this.size ? this.begin() : undefined);
    if (!bench) return;
    bench.job = this.waiting.shift()!;
    bench.heard = performance.now();
    bench.worker.postMessage({ type: 'match', spec: bench.job.spec } satisfies DuelWorkerRequest);
  }

  private begin(): DuelWorker {
    const worker = this.order.fuel
      ? new Worker(new URL('./fuel-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./folder-worker.ts', import.meta.url), { type: 'module' });
    const bench: DuelWorker = { worker, job: undefined, heard: performance.now() };
    this.benches.push(bench);
    worker.addEventListener('message', ({ data }: MessageEvent<DuelWorkerMessage>) => {
      bench.heard = performance.now();
      if (data.type === 'problem') this.end(data.message);
      if (data.type !== 'done') return;
      const { job } = bench;
      bench.job = undefined;
      job?.done(data.record);
      this.next();
    });
    worker.addEventListener('error', (event) => this.end(event.message || 'a match could not be started'));
    worker.postMessage({ type: 'duel', order: this.order } satisfies DuelWorkerRequest);
    return bench;
  }

  private look(): void {
    const silentMs = this.order.fuel ? FUEL_MS : SILENT_MS;
    const stuck = this.benches.find(({ job, heard }) => job && performance.now() - heard > silentMs);
    if (!stuck?.job) return;
    const { seed, players } = stuck.job.spec;
    const owns = [...new Set(players)].map((player) => this.order.players[player]).filter(({ kind }) => kind === 'own');
    const who = owns.map(({ name }) => name).join(' or ') || 'a bot';
    this.end(`${who} did not respond for ${silentMs / 1000} s in the match with seed ${seed}`);
  }
}

/**
 * A duel of players in separate engines. C++ players are compiled first. `secret`: the secret for a fuel budget.
 * Without a secret, there is no budget, and fuel only stops players that never answer.
 */
export async function underFuel(order: DuelOrder, secret?: string): Promise<DuelOrder> {
  const modules: FuelNeeds['modules'][number][] = [];
  for (const [at, player] of order.players.entries())
    if (player.kind === 'own' && player.language === 'cpp') modules[at] = await compileCpp(BASE, order.game, player);
  return { ...order, fuel: { ...(secret !== undefined && { secret }), base: BASE, modules } };
}
