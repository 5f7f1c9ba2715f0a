import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { PgBoss, type QueuePolicy } from 'pg-boss';
import type { JobName } from '../context.ts';
import { UnusableStoreError } from '../store/database-check.ts';
import type { Tx } from '../store/schema.ts';

/**
 * The limits for jobs of a kind, on all servers together. `short`: one waiting job, and any number of running jobs.
 * `stately`: one waiting job, and one running job. A job only signals that there may be work. The work itself is in the
 * rows, so an extra job does nothing, and a lost job is replaced later.
 */
const QUEUES: Readonly<Record<JobName, QueuePolicy>> = {
  sweep: 'short',
  compile: 'short',
  tables: 'stately',
  compare: 'stately',
  boards: 'stately',
  trim: 'stately',
};
/**
 * Repeated jobs. If a server was killed before it scheduled the next run, the database's crontab starts the job again.
 */
const EACH_MINUTE = '* * * * *';
const REPEATED: readonly JobName[] = ['sweep', 'tables', 'trim'];

/** Seconds of silence after which another server takes over a server's job. */
const SILENT_SECONDS = 10;
const BEAT_SECONDS = 3;
/** Intervals in seconds at which servers look for jobs that no one announced, and for jobs of silent servers. */
const LOOK_SECONDS = 2;
const SUPERVISE_SECONDS = 5;
/** Pause in milliseconds after a failed job before a server starts another job of the same kind. */
const PAUSE_MS = 2000;
const CHANNEL = 'ludus';
/** SQLSTATE for insufficient privileges. */
const NOT_PERMITTED = '42501';

/** Jobs that one server does for all servers, with pg-boss, and the messages between servers. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly say: (sentence: string) => void;
  private readonly pauseMs: number;
  private listening: { close(): Promise<void> } | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();

  private constructor(url: string, say: (sentence: string) => void, pauseMs: number) {
    this.say = say;
    this.pauseMs = pauseMs;
    this.boss = new PgBoss({
      connectionString: url,
      application_name: 'ludus jobs',
      max: 4,
      useListenNotify: true,
      notifyHeartbeatIntervalMs: 2000,
      notifyHeartbeatTimeoutMs: 2000,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      openTelemetry: { enabled: false },
    });
    // pg-boss reconnects by itself, and lost jobs are replaced later.
    this.boss.on('error', () => {});
  }

  /** Creates the jobs' tables if necessary, and prepares for `work`. */
  static async open(url: string, say: (sentence: string) => void = () => {}, pauseMs = PAUSE_MS): Promise<Jobs> {
    const jobs = new Jobs(url, say, pauseMs);
    await jobs.boss.start().catch((error) => {
      if (error.code !== NOT_PERMITTED) throw error;
      throw new UnusableStoreError(
        'the account is not allowed to create the schema for jobs (pgboss) in this database. Grant it CREATE on the database',
      );
    });
    try {
      const there = new Set((await jobs.boss.getQueues()).map(({ name }) => name));
      for (const [name, policy] of Object.entries(QUEUES)) {
        if (there.has(name)) continue;
        await jobs.boss.createQueue(name, {
          policy,
          notify: true,
          heartbeatSeconds: SILENT_SECONDS,
          expireInSeconds: 3600,
          retryLimit: 1000,
          deleteAfterSeconds: 60,
        });
        if (REPEATED.includes(name as JobName)) await jobs.boss.schedule(name, EACH_MINUTE);
      }
    } catch (error) {
      await jobs.close();
      throw error;
    }
    return jobs;
  }

  /** Adds a job once this transaction is committed. */
  async nudge(tx: Tx, name: JobName): Promise<void> {
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: [...(await tx.executeQuery(CompiledQuery.raw(text, values))).rows],
      }),
    };
    await this.boss.send(name, {}, { db });
  }

  /**
   * Runs the job whenever there may be work, and every `everyMs` milliseconds if `everyMs` is set. `more`: reports that
   * there may be more work.
   */
  async work(
    name: JobName,
    work: (signal: AbortSignal) => Promise<{ more: boolean }>,
    everyMs?: number,
  ): Promise<void> {
    let worker = '';
    const later = async (ms: number) => {
      await this.boss.send(name, {}, { startAfter: ms / 1000 });
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.boss.notifyWorker(worker);
      }, ms);
      this.timers.add(timer);
    };
    const options = {
      pollingIntervalSeconds: LOOK_SECONDS,
      notifyPollingIntervalSeconds: LOOK_SECONDS,
      heartbeatRefreshSeconds: BEAT_SECONDS,
    };
    worker = await this.boss.work(name, options, async ([{ signal }]) => {
      const done = this.run(name, work, everyMs, signal, later);
      this.running.add(done);
      await done.finally(() => this.running.delete(done));
    });
    await this.boss.send(name, {});
  }

  private async run(
    name: JobName,
    work: (signal: AbortSignal) => Promise<{ more: boolean }>,
    everyMs: number | undefined,
    signal: AbortSignal,
    later: (ms: number) => Promise<void>,
  ): Promise<void> {
    try {
      // The next run is scheduled first, so that it takes place even if this server is killed.
      if (everyMs !== undefined) await later(everyMs);
      const { more } = await work(signal);
      if (more && !signal.aborted) await this.boss.send(name, {});
    } catch (error) {
      if (signal.aborted) return;
      this.say(`internal error: ${error instanceof Error ? error.message : String(error)}`);
      if (everyMs !== undefined) return;
      // Waiting jobs would fail immediately as well.
      await sleep(this.pauseMs, undefined, { signal }).catch(() => {});
      await this.boss.send(name, {}).catch(() => {});
    }
  }

  /** Receives the messages between servers. `again`: is called if messages may have been missed. */
  async listen(hear: (told: string) => void, again: () => void): Promise<void> {
    this.listening = await this.boss.getDb().listen!(CHANNEL, hear, again);
  }

  /** Sends a message to all servers, including this one. */
  async tell(what: string): Promise<void> {
    await this.boss.getDb().executeSql('select pg_notify($1, $2)', [CHANNEL, what]);
  }

  /** Takes no more jobs, and stops running jobs, which another server then repeats. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.boss.stop({ graceful: false, close: false });
    await Promise.all(this.running);
  }

  async close(): Promise<void> {
    await this.listening?.close();
    await this.boss.stop({ graceful: false, close: true });
  }
}
