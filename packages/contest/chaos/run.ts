import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { client } from '../server/client.ts';
import type { StorePlace } from '../store/open.ts';
import type { ChaosDatabase } from './databases.ts';
import { type Programs, ServerProcess, WorkerProcess } from './processes.ts';
import { BadNetwork, type Mischief } from './proxy.ts';
import { allOf, type Script, type ScriptedSubmission } from './script.ts';
import type { Progress, Transcript } from './transcript.ts';
import { Visitor } from './visitor.ts';

export interface ChaosPlan {
  readonly script: Script;
  readonly game: string;
  readonly boards: readonly string[];
  /** The file that a submission is. */
  source(submission: ScriptedSubmission): string;
  readonly workers: number;
  /** How often a process is killed; 0: nothing is disturbed at all. */
  readonly kills: number;
  /** How many matches there will be, as far as that is known: the kills are spread over them. */
  readonly expected: number;
  /** How often, among these, the database is what it was before. */
  readonly restores: number;
  readonly seed: number;
  readonly programs: Programs;
  readonly say: (sentence: string) => void;
}

export interface ChaosRun {
  readonly transcript: Transcript;
  /** Matches of all kinds. */
  readonly done: number;
  readonly mischief: Mischief;
  readonly kills: { readonly server: number; readonly workers: number };
  readonly restores: number;
  readonly seconds: number;
}

const SLUG = 'chaos';
const PASSWORD = 'a long password';
/** Short, so that the matches of killed workers come back soon. */
const LEASE_SECONDS = 6;
/** Without any progress for so long a run is stuck. */
const STUCK_MS = 240_000;
const LOOK_MS = 200;

/** Drives a contest through its script, kills its processes meanwhile, and gives what it came to. */
export async function runChaos(database: ChaosDatabase, plan: ChaosPlan): Promise<ChaosRun> {
  const begun = performance.now();
  const run = new Run(database, plan);
  try {
    await run.prepare();
    const stop = new AbortController();
    const killing = plan.kills > 0 ? run.killAgainAndAgain(stop.signal) : Promise.resolve();
    try {
      await Promise.race([run.goThrough(), killing.then(() => new Promise<never>(() => {}))]);
    } finally {
      stop.abort();
    }
    await killing;
    // Whatever the last kills undid is done again.
    await run.goThrough();
    await run.network.sendLate();
    const transcript = await run.transcript();
    const { mischief } = run.network;
    return {
      transcript,
      done: run.done,
      mischief,
      kills: run.kills,
      restores: run.restores,
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
  /** Matches with a result when it was last looked. */
  done = 0;
  private readonly database: ChaosDatabase;
  private readonly plan: ChaosPlan;
  private readonly place: StorePlace;
  private readonly server: ServerProcess;
  private readonly workers: WorkerProcess[] = [];
  private readonly tokens: string[] = [];
  private readonly random: Lehmer;
  private url = '';
  private port = 0;
  private isKept = false;

  constructor(database: ChaosDatabase, plan: ChaosPlan) {
    this.database = database;
    this.plan = plan;
    this.place = database.fresh();
    this.server = new ServerProcess(plan.programs.server);
    this.random = new Lehmer(plan.seed + 1);
    this.network = new BadNetwork(() => this.port, plan.kills > 0 ? new Lehmer(plan.seed + 2) : undefined);
  }

  /** Server, contest, people and workers; nothing is killed before. */
  async prepare(): Promise<void> {
    const { script, game, boards, workers, programs } = this.plan;
    this.port = await freePort();
    this.url = await this.network.listen();
    const { organiserSecret } = await this.startServer(false);
    const direct = `http://127.0.0.1:${this.port}`;
    const organiser = new Visitor(direct);
    await organiser.ask('useLink', { body: { token: organiserSecret!, name: 'Organiser', password: PASSWORD } });
    const qualify = { builtin: null, wins: 0, matches: 2 };
    const { code } = await organiser.ask('makeContest', {
      body: { slug: SLUG, title: 'Chaos', game, boards: [...boards], qualify, perHour: 1000, twice: 0.1 },
    });
    await this.server.ask({ kind: 'prepare', slug: SLUG, secret: this.secret('contest') });
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

  /** Goes through the script from its beginning: what is there already is left alone. Resolves when all of it is done. */
  async goThrough(): Promise<void> {
    let seen = '';
    let changed = performance.now();
    for (;;) {
      const progress = await this.server.ask<Progress>({ kind: 'progress', slug: SLUG }).catch(() => undefined);
      if (progress !== undefined) {
        this.done = progress.done;
        if (await this.next(progress)) return;
        const now = JSON.stringify(progress);
        if (now !== seen) changed = performance.now();
        seen = now;
      }
      if (performance.now() - changed > STUCK_MS) throw new Error(`nothing happens any more: ${seen}`);
      await sleep(LOOK_MS);
    }
  }

  /** Does the next thing that the script wants; true where there is none. */
  private async next({ submissions, until, finished, waiting, round }: Progress): Promise<boolean> {
    const all = allOf(this.plan.script);
    let before = 0;
    for (const step of this.plan.script.steps) {
      const wanted = before + step.submissions.length;
      if (submissions.length < wanted) {
        await this.submit(all[submissions.length], submissions.length + 1);
        return false;
      }
      if (submissions.slice(0, wanted).some(({ state }) => state !== 'in' && state !== 'rejected')) return false;
      before = wanted;
      if ((until ?? 0) < step.until) {
        await this.server.ask({ kind: 'until', slug: SLUG, until: step.until }).catch(() => {});
        return false;
      }
      if (finished < step.until) return false;
    }
    if (waiting > 0 || round === 'played') return waiting === 0;
    if (round === null)
      await this.server.ask({ kind: 'round', slug: SLUG, secret: this.secret('round') }).catch(() => {});
    return false;
  }

  /** The same in every run of a seed. */
  private secret(what: string): string {
    return createHash('sha256').update(`chaos ${this.plan.seed} ${what}`).digest('hex');
  }

  /** Sends a submission; whether the answer comes or not, the next look at the contest tells whether it was stored. */
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
      // Lost on the way, or the server is gone.
    }
  }

  async transcript(): Promise<Transcript> {
    return await this.server.ask<Transcript>({ kind: 'transcript', slug: SLUG });
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
        await this.server.kill();
        this.kills.server++;
        if (restore) {
          await this.database.putBack(this.place);
          this.restores++;
          this.network.restored();
        } else if (!this.isKept || this.random.range(0, 2) === 0) {
          await this.database.keep(this.place);
          this.isKept = true;
        }
        await this.startServer(restore);
        if (restore) await this.network.sendLate();
        say(`kill ${kill}: the server${restore ? ', and its database is an older one now' : ''}`);
      } else {
        const worker = this.random.range(0, this.workers.length - 1);
        await this.workers[worker].kill();
        this.kills.workers++;
        say(`kill ${kill}: worker ${worker + 1}`);
      }
    }
  }

  private startServer(restored: boolean) {
    const { place, port } = this;
    return this.server.start({ place, port, leaseSeconds: LEASE_SECONDS, restored });
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
    await this.server.kill();
    await this.network.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
