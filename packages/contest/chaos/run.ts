import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { client } from '../api/client.ts';
import type { StorePlace } from '../store/open.ts';
import type { ChaosDatabase } from './databases.ts';
import { freePort, startNginx } from './nginx.ts';
import { type Programs, ServerProcess, WorkerProcess } from './processes.ts';
import { BadNetwork, type FaultCounts } from './proxy.ts';
import { allOf, type Script, type ScriptedSubmission } from './script.ts';
import type { EventTimes, ServerAnswer, ServerQuestion } from './server-link.ts';
import { SharedDatabase } from './shared-database.ts';
import type { Progress, Transcript } from './transcript.ts';
import { Visitor } from './visitor.ts';
import { Watcher } from './watcher.ts';

export interface ChaosPlan {
  readonly script: Script;
  readonly game: string;
  readonly boards: readonly string[];
  /** Returns the file of a submission. */
  source(submission: ScriptedSubmission): string;
  readonly workers: number;
  /** Number of servers. Several servers are behind nginx, and share one PostgreSQL. */
  readonly servers: number;
  /** Number of killed processes and other faults; 0: no faults at all. */
  readonly kills: number;
  /** Expected number of matches, over which the faults are spread. */
  readonly expected: number;
  /** Number of faults that restore an earlier state of the database. */
  readonly restores: number;
  readonly seed: number;
  readonly programs: Programs;
  readonly say: (sentence: string) => void;
}

export interface ChaosRun {
  readonly transcript: Transcript;
  /** Number of finished matches, of all kinds. */
  readonly done: number;
  readonly mischief: FaultCounts;
  readonly kills: { readonly server: number; readonly workers: number };
  readonly restores: number;
  /**
   * If there are several servers: the number of faults of each kind, and the effects of the faults on the watchers'
   * pages.
   */
  readonly faults: Readonly<Record<Fault, number>>;
  readonly watched:
    | {
        readonly signedOut: number;
        readonly streams: number;
        readonly events: number;
        readonly missed: number;
        readonly latestMs: number;
      }
    | undefined;
  readonly seconds: number;
}

/**
 * The faults that a run injects if there are several servers. `connections`: the server's connections to the database
 * break. `network`: no data passes for a while. `machine`: the machine disappears with its server, and its connections
 * are never closed.
 */
const FAULTS = ['server', 'postgres', 'worker', 'connections', 'machine', 'network', 'clock'] as const;
export type Fault = (typeof FAULTS)[number];

const SLUG = 'chaos';
const PASSWORD = 'a long password';
/** Duration of a lease. It is short, so that the matches of killed workers are leased again soon. */
const LEASE_SECONDS = 6;
/** Time without any progress after which a run is considered stuck, in milliseconds. */
const STUCK_MS = 240_000;
const LOOK_MS = 200;
/** Maximum downtime of a killed server, and minimum and maximum duration of a network failure, in milliseconds. */
const MAX_DOWN_MS = 2000;
const CUT_MS = { least: 2000, most: 10_000 };
const MAX_BETWEEN_MS = 1500;
/** The amount by which a clock is changed, in milliseconds. */
const CLOCK_MS = 600_000;
/** Maximum wait for the last events, in milliseconds. */
const LAST_NEWS_MS = 10_000;

/** Runs a contest through its script while killing its processes, and returns the result. */
export async function runChaos(database: ChaosDatabase, plan: ChaosPlan): Promise<ChaosRun> {
  const begun = performance.now();
  const run = new Run(database, plan);
  try {
    await run.prepare();
    const stop = new AbortController();
    const disturb = plan.servers > 1 ? run.disturbAgainAndAgain : run.killAgainAndAgain;
    const killing = plan.kills > 0 ? disturb.call(run, stop.signal) : Promise.resolve();
    try {
      await Promise.race([run.goThrough(), killing.then(() => new Promise<never>(() => {}))]);
    } finally {
      stop.abort();
    }
    await killing;
    // Repeats the steps of the script that the last faults undid.
    await run.goThrough();
    await run.network.sendLate();
    const transcript = await run.transcript();
    await run.endWatching();
    const { mischief } = run.network;
    return {
      transcript,
      done: run.done,
      mischief,
      kills: run.kills,
      restores: run.restores,
      faults: run.faults,
      watched: run.watched,
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    await run.close();
  }
}

class Run {
  readonly network: BadNetwork;
  readonly kills = { server: 0, workers: 0 };
  restores = 0;
  /** Number of matches that had a result at the last check. */
  done = 0;
  private readonly database: ChaosDatabase;
  private readonly plan: ChaosPlan;
  readonly faults = Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<Fault, number>;
  watched: ChaosRun['watched'];
  private readonly place: StorePlace | undefined;
  private readonly servers: readonly ServerProcess[];
  private readonly shared: SharedDatabase | undefined;
  private nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
  /** If there are several servers: one watcher per server. nginx distributes the watchers over the servers. */
  private readonly watchers: Watcher[] = [];
  private readonly written = new Map<number, number>();
  private readonly workers: WorkerProcess[] = [];
  private readonly tokens: string[] = [];
  private readonly random: Lehmer;
  private url = '';
  private ports: number[] = [];
  /** The port of nginx or, without nginx, of the only server. */
  private port = 0;
  private turn = 0;
  private part = 0;
  private isDisturbed = false;
  private isKept = false;

  constructor(database: ChaosDatabase, plan: ChaosPlan) {
    this.database = database;
    this.plan = plan;
    this.shared = plan.servers > 1 ? new SharedDatabase() : undefined;
    this.place = this.shared ? undefined : database.fresh();
    this.servers = Array.from({ length: plan.servers }, () => new ServerProcess(plan.programs.server));
    this.random = new Lehmer(plan.seed + 1);
    this.network = new BadNetwork(() => this.port, plan.kills > 0 ? new Lehmer(plan.seed + 2) : undefined);
  }

  /** Starts the server, contest, people, and workers, before any fault. */
  async prepare(): Promise<void> {
    const { script, game, boards, workers, programs, kills, say } = this.plan;
    await this.shared?.start(this.servers.length, kills > 0 ? say : () => {});
    for (const _ of this.servers) this.ports.push(await freePort());
    this.port = this.shared ? await freePort() : this.ports[0];
    this.url = await this.network.listen();
    // The first server returns the organiser's link.
    const { organiserSecret } = await this.startServer(0);
    for (let at = 1; at < this.servers.length; at++) await this.startServer(at);
    if (this.shared)
      this.nginx = await startNginx(
        this.port,
        this.shared.links.map(({ host }, at) => `${host}:${this.ports[at]}`),
      );
    const direct = `http://127.0.0.1:${this.port}`;
    const organiser = new Visitor(direct);
    await organiser.ask('useLink', { body: { token: organiserSecret!, name: 'Organiser', password: PASSWORD } });
    const qualify = { builtin: null, wins: 0, matches: 2 };
    const { code } = await organiser.ask('makeContest', {
      body: { slug: SLUG, title: 'Chaos', game, boards: [...boards], qualify, perHour: 1000, twice: 0.1 },
    });
    await this.ask({ kind: 'prepare', slug: SLUG, secret: this.secret('contest') });
    if (this.shared) for (const _ of this.servers) this.watchers.push(new Watcher(direct, SLUG, organiser.cookie!));
    for (let i = 0; i < script.entrants; i++) {
      const entrant = new Visitor(direct);
      await entrant.ask('join', { body: { code: code!, name: `Student ${i + 1}`, password: PASSWORD } });
      this.tokens.push((await entrant.ask('makeToken', { body: { name: 'script' } })).secret);
    }
    for (let i = 0; i < workers; i++) {
      const token = await organiser.ask('makeWorkerToken', { body: { name: `worker ${i + 1}` } });
      this.workers.push(new WorkerProcess(programs.worker(this.url, token.secret)));
    }
  }

  /** Goes through the script from its start and skips steps that are done. Resolves when all steps are done. */
  async goThrough(): Promise<void> {
    let seen = '';
    let changed = performance.now();
    for (;;) {
      const progress = await this.ask<Progress>({ kind: 'progress', slug: SLUG }).catch(() => undefined);
      if (progress !== undefined) {
        this.done = progress.done;
        if (await this.next(progress)) return;
        if (this.watchers.length > 0) await this.noteEvents();
        const now = JSON.stringify(progress);
        if (now !== seen) changed = performance.now();
        seen = now;
      }
      if (performance.now() - changed > STUCK_MS) throw new Error(`no progress for ${STUCK_MS / 1000} s: ${seen}`);
      await sleep(LOOK_MS);
    }
  }

  /** Starts the next step of the script. Returns true if no step is left. */
  private async next({ submissions, until, finished, waiting, round }: Progress): Promise<boolean> {
    const all = allOf(this.plan.script);
    let before = 0;
    for (const [at, step] of this.plan.script.steps.entries()) {
      if (!this.mayBegin(at)) return false;
      const wanted = before + step.submissions.length;
      if (submissions.length < wanted) {
        await this.submit(all[submissions.length], submissions.length + 1);
        return false;
      }
      if (submissions.slice(0, wanted).some(({ state }) => state !== 'in' && state !== 'rejected')) return false;
      before = wanted;
      if ((until ?? 0) < step.until) {
        await this.ask({ kind: 'until', slug: SLUG, until: step.until }).catch(() => {});
        return false;
      }
      if (finished < step.until) return false;
    }
    if (waiting > 0 || round === 'played') return waiting === 0 && this.mayBegin(this.plan.script.steps.length + 1);
    if (!this.mayBegin(this.plan.script.steps.length)) return false;
    if (round === null) await this.ask({ kind: 'round', slug: SLUG, secret: this.secret('round') }).catch(() => {});
    return false;
  }

  /** Sends a question to one of the running servers, and returns the answer. */
  private async ask<Answer extends ServerAnswer>(question: ServerQuestion): Promise<Answer> {
    let problem: unknown;
    for (const _ of this.servers) {
      const server = this.servers[this.turn++ % this.servers.length];
      try {
        return await server.ask<Answer>(question);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  private async noteEvents(): Promise<void> {
    const after = Math.max(0, ...this.written.keys());
    const more = await this.ask<EventTimes>({ kind: 'events', slug: SLUG, after }).catch(() => []);
    for (const { id, at } of more) this.written.set(id, at);
  }

  /** Checks the events that the watchers received, and the events' delays. */
  async endWatching(): Promise<void> {
    const { watchers } = this;
    if (watchers.length === 0) return;
    await this.noteEvents();
    // Each watcher should receive all events after its first event.
    const heard = watchers.flatMap(({ came }) =>
      [...this.written].filter(([id]) => id > Math.min(...came.keys())).map(([id, at]) => ({ came, id, at })),
    );
    for (const end = performance.now() + LAST_NEWS_MS; performance.now() < end; await sleep(LOOK_MS))
      if (heard.every(({ came, id }) => came.has(id))) break;
    const delays = heard.flatMap(({ came, id, at }) => (came.has(id) ? [came.get(id)! - at] : []));
    const sum = (of: (watcher: Watcher) => number) => watchers.reduce((all, watcher) => all + of(watcher), 0);
    this.watched = {
      signedOut: sum(({ signedOut }) => signedOut),
      streams: sum(({ breaks }) => breaks + 1),
      events: delays.length,
      missed: heard.length - delays.length,
      latestMs: Math.max(0, ...delays),
    };
  }

  /** Checks whether a part of the script may start. The faults of the earlier parts must have been injected. */
  private mayBegin(part: number): boolean {
    this.part = Math.max(this.part, part);
    return !this.isDisturbed || this.faultsDone >= this.faultsUpTo(part);
  }

  private faultsUpTo(part: number): number {
    return Math.floor((part * this.plan.kills) / (this.plan.script.steps.length + 1));
  }

  private get faultsDone(): number {
    return Object.values(this.faults).reduce((sum, many) => sum + many, 0);
  }

  /**
   * Injects one fault after the other into servers, database, and network. Each part of the script gets the same number
   * of faults.
   */
  async disturbAgainAndAgain(signal: AbortSignal): Promise<void> {
    const { kills, say } = this.plan;
    this.isDisturbed = true;
    for (let fault = 0; fault < kills; fault++) {
      while (fault >= this.faultsUpTo(this.part + 1) && !signal.aborted) await sleep(LOOK_MS);
      await sleep(this.random.range(0, MAX_BETWEEN_MS), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const kind = FAULTS[fault % FAULTS.length];
      const server = fault % this.servers.length;
      await this.disturb(kind, server);
      this.faults[kind]++;
      say(`fault ${fault + 1}: ${kind}${kind === 'postgres' || kind === 'worker' ? '' : ` (server ${server + 1})`}`);
    }
  }

  private async disturb(kind: Fault, at: number): Promise<void> {
    const server = this.servers[at];
    const link = this.shared!.links[at];
    switch (kind) {
      case 'server':
        await server.kill();
        await sleep(this.random.range(0, MAX_DOWN_MS));
        return void (await this.startServer(at));
      case 'machine':
        link.part(true);
        await server.kill();
        await link.replaceMachine();
        await sleep(this.random.range(0, MAX_DOWN_MS));
        return void (await this.startServer(at));
      case 'worker':
        return await this.workers[this.random.range(0, this.workers.length - 1)].kill();
      case 'postgres':
        return await this.shared!.restart();
      case 'connections':
        return await link.breakConnections();
      case 'network':
        link.part(true);
        await sleep(this.random.range(CUT_MS.least, CUT_MS.most));
        return link.part(false);
      case 'clock':
        return void (await server.ask({ kind: 'clock', ms: this.random.range(0, 1) === 0 ? -CLOCK_MS : CLOCK_MS }));
    }
  }

  /** Returns a secret that is the same in every run with the same seed. */
  private secret(what: string): string {
    return createHash('sha256').update(`chaos ${this.plan.seed} ${what}`).digest('hex');
  }

  /** Submits a file. Even if there is no reply, the next check of the contest shows whether the file was stored. */
  private async submit(submission: ScriptedSubmission, number: number): Promise<void> {
    const call = client({
      server: this.url,
      token: this.tokens[submission.entrant],
      signal: AbortSignal.timeout(20_000),
    });
    const text = this.plan.source(submission);
    try {
      await call('submit', { params: { contest: SLUG }, query: { file: `Player${number}.js` }, bytes: text });
    } catch {
      // The request was lost, or the server is down.
    }
  }

  async transcript(): Promise<Transcript> {
    return await this.ask<Transcript>({ kind: 'transcript', slug: SLUG });
  }

  async killAgainAndAgain(signal: AbortSignal): Promise<void> {
    const { kills, restores, expected, say } = this.plan;
    const isRestore = (kill: number) =>
      restores > 0 && kill % Math.ceil(kills / (restores + 1)) === 0 && this.restores < restores;
    for (let kill = 1; kill <= kills; kill++) {
      while (this.done < (kill / (kills + 1)) * expected && !signal.aborted) await sleep(LOOK_MS);
      await sleep(this.random.range(0, 2500), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const restore = this.isKept && isRestore(kill);
      if (restore || this.random.range(0, 9) < 4) {
        await this.servers[0].kill();
        this.kills.server++;
        if (restore) {
          await this.database.putBack(this.place!);
          this.restores++;
          this.network.restored();
        } else if (!this.isKept || this.random.range(0, 2) === 0) {
          await this.database.keep(this.place!);
          this.isKept = true;
        }
        await this.startServer(0, restore);
        if (restore) await this.network.sendLate();
        say(`kill ${kill}: the server${restore ? ', whose database is replaced by an older one' : ''}`);
      } else {
        const worker = this.random.range(0, this.workers.length - 1);
        await this.workers[worker].kill();
        this.kills.workers++;
        say(`kill ${kill}: worker ${worker + 1}`);
      }
    }
  }

  private startServer(at: number, restored = false) {
    const link = this.shared?.links[at];
    const { host, within } = link ?? { host: '127.0.0.1', within: [] };
    const place = link ? { databaseUrl: link.databaseUrl } : this.place!;
    const task = { place, host, port: this.ports[at], leaseSeconds: LEASE_SECONDS, restored };
    return this.servers[at].start(task, within);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
    await Promise.all(this.watchers.map((watcher) => watcher.close()));
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.nginx?.close();
    await this.network.close();
    await this.shared?.close();
  }
}
