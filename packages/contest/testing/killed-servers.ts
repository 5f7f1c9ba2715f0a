import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { databaseEnded } from '../store/postgres/folder-database.ts';
import { type Browser, joined, makeContest, organiserOf, sent } from './contest.ts';
import type { FolderReport } from './serve-folder.ts';

const SERVER = fileURLToPath(new URL('./serve-folder.ts', import.meta.url));
const VICTIMS = ['server', 'database', 'both'] as const;
/** Number of people who submit at the same time, and maximum number of replies before a kill. */
const SUBMITTERS = 3;
const MAX_ANSWERS = 6;
/** Maximum number of event-loop turns between these replies and a kill, so that kills hit requests at all stages. */
const MAX_TURNS = 60;

/**
 * Kills a server (SIGKILL) `kills` times at random moments. Returns the confirmed requests that are missing in the
 * database after a kill; the list should be empty.
 */
export async function lostByKills(kills: number, seed: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-killed-'));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  const run = new KilledServers(join(folder, 'data'), new Lehmer(seed));
  try {
    return await run.play(kills);
  } finally {
    await run.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

class KilledServers {
  private readonly dataDir: string;
  private readonly random: Lehmer;
  private readonly answered = { people: new Set<string>(), files: new Set<string>() };
  private child!: ChildProcess;
  private names = 0;

  constructor(dataDir: string, random: Lehmer) {
    this.dataDir = dataDir;
    this.random = random;
  }

  async play(kills: number): Promise<string[]> {
    const lost: string[] = [];
    let report = await this.start();
    const organiser = await organiserOf(report);
    const code = await makeContest(organiser, { perHour: 1000 });
    const submitters: Browser[] = [];
    for (let i = 0; i < SUBMITTERS; i++) submitters.push(await joined(report.url, code, `Submitter ${i}`));
    for (let kill = 0; kill < kills; kill++) {
      const victim = VICTIMS[kill % VICTIMS.length];
      for (const browser of submitters) Object.assign(browser, { url: report.url });
      const next = victim === 'database' ? this.report() : undefined;
      await this.writeUntilKilled(victim, report.url, code, submitters);
      report = await (next ?? this.start());
      for (const kind of ['people', 'files'] as const) {
        const there = new Set(report[kind]);
        for (const name of this.answered[kind])
          if (!there.has(name)) lost.push(`${name}, after kill ${kill + 1} (${victim})`);
      }
    }
    return lost;
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    await databaseEnded(this.dataDir);
  }

  private async start(): Promise<FolderReport> {
    this.child = fork(SERVER, [this.dataDir]);
    return await this.report();
  }

  private async report(): Promise<FolderReport> {
    const { child } = this;
    return await new Promise((done, failed) => {
      child.once('message', done as (message: unknown) => void);
      child.once('exit', (code) => code !== null && failed(new Error(`the server ended with ${code}`)));
    });
  }

  /** Lets people submit and join until some of them have a reply, and then kills the server during their requests. */
  private async writeUntilKilled(
    victim: (typeof VICTIMS)[number],
    url: string,
    code: string,
    submitters: readonly Browser[],
  ): Promise<void> {
    let answers = 0;
    let isKilled = false;
    let due = () => {};
    const enough = this.random.range(1, MAX_ANSWERS);
    const isDue = new Promise<void>((done) => {
      due = done;
    });
    const ask = async (kind: 'people' | 'files', name: string, request: () => Promise<unknown>) => {
      try {
        await request();
      } catch {
        // Without a reply, the data may or may not be stored.
        return;
      }
      this.answered[kind].add(name);
      if (++answers === enough) due();
    };
    const submitting = submitters.map(async (browser) => {
      while (!isKilled) {
        const file = `AI${++this.names}.cc`;
        await ask('files', file, () => sent(browser, `strength ${this.names}`, file));
      }
    });
    const joining = (async () => {
      while (!isKilled) {
        const name = `Person ${++this.names}`;
        await ask('people', name, () => joined(url, code, name));
      }
    })();
    await isDue;
    for (let turns = this.random.range(0, MAX_TURNS); turns > 0; turns--) await turn();
    const gone = victim === 'database' ? undefined : once(this.child, 'exit');
    const pid = Number.parseInt(readFileSync(join(this.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
    if (victim !== 'server') process.kill(pid, 'SIGKILL');
    if (victim !== 'database') this.child.kill('SIGKILL');
    isKilled = true;
    await gone;
    await Promise.all([...submitting, joining]);
  }
}
