import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { UnusableStoreError } from '../store/database-check.ts';
import { GONE_SECONDS, LEVEL } from '../store/migrate.ts';
import { connect, type Store } from '../store/open.ts';
import type { Database } from '../store/schema.ts';

const BEAT_MS = 1000;
/**
 * Number of checks without a response from the database after which a server sends its visitors elsewhere, and
 * milliseconds between checks. Checks are counted instead of time, because a process that didn't run couldn't receive a
 * response.
 */
const SILENT = { looks: 10, ms: 250 };

/** This server's report: the number of pages that receive its events, in total and per network. */
export interface WatcherCounts {
  readonly watchers: number;
  readonly networks: Readonly<Record<string, number>>;
}

/** This server's row in the table of running servers, and this server's information about the other servers. */
export class Presence {
  /** The id is chosen at each start. Work that this server has started is stored with this id. */
  readonly id: string = randomBytes(8).toString('hex');
  /** Resolves when a newer release has changed the tables in a way that this server can't use. */
  readonly outdated: Promise<UnusableStoreError>;
  /** The totals of the other servers, at most a second old. */
  elsewhere: WatcherCounts & { readonly servers: number } = { watchers: 0, networks: {}, servers: 0 };
  /** A separate connection, so that the heartbeat never waits behind requests. */
  private readonly db: Database;
  private readonly engine: string;
  private readonly own: () => WatcherCounts;
  private readonly each: () => void;
  private readonly cutOff: () => void;
  private silentLooks = 0;
  private watch: NodeJS.Timeout | undefined;
  private refuse!: (error: UnusableStoreError) => void;
  private timer: NodeJS.Timeout | undefined;
  private isEnded = false;
  private beating: Promise<void> = Promise.resolve();

  /**
   * `own`: returns this server's report; `each`: called at each heartbeat; `cutOff`: called repeatedly while the
   * database is unreachable.
   */
  constructor(
    { url }: Pick<Store, 'url'>,
    engine: string,
    own: () => WatcherCounts,
    each: () => void,
    cutOff: () => void,
  ) {
    this.db = connect(url, 1);
    this.engine = engine;
    this.own = own;
    this.each = each;
    this.cutOff = cutOff;
    this.outdated = new Promise((done) => {
      this.refuse = done;
    });
  }

  async begin(): Promise<void> {
    await this.beat();
    this.next();
    this.watch = setInterval(() => {
      this.silentLooks++;
      if (this.isCutOff) this.cutOff();
    }, SILENT.ms);
    this.watch.unref();
  }

  /** Whether the database has been unreachable during several checks, so that requests might wait a long time. */
  get isCutOff(): boolean {
    return this.silentLooks >= SILENT.looks;
  }

  /** Ends the heartbeat, and releases the started work immediately. */
  async end(): Promise<void> {
    this.isEnded = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    await this.beating;
    await this.db
      .deleteFrom('servers')
      .where('id', '=', this.id)
      .execute()
      .catch(() => {});
    await this.db.destroy();
  }

  private next(): void {
    if (this.isEnded) return;
    this.timer = setTimeout(() => {
      // If the database doesn't respond, the heartbeat is repeated, and other servers take over this server's work.
      this.beating = this.beat().catch(() => {});
      void this.beating.then(() => this.next());
    }, BEAT_MS);
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    const { db } = this;
    const { watchers, networks } = this.own();
    const said = { watchers, networks: JSON.stringify(networks) };
    await db
      .insertInto('servers')
      .values({ id: this.id, level: LEVEL, engine: this.engine, ...said })
      .onConflict((known) => known.column('id').doUpdateSet({ ...said, seen: sql<Date>`clock_timestamp()` }))
      .execute();
    const others = await db
      .selectFrom('servers')
      .select(['watchers', 'networks'])
      .where('id', '<>', this.id)
      .where('seen', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`)
      .execute();
    this.elsewhere = { ...sumOf(others), servers: others.length };
    const least = await db.selectFrom('meta').select('value').where('key', '=', 'least').executeTakeFirst();
    if (Number(least?.value ?? 0) > LEVEL)
      this.refuse(new UnusableStoreError('a newer release has taken over the database, so this server stops'));
    this.silentLooks = 0;
    this.each();
  }
}

function sumOf(all: readonly WatcherCounts[]): WatcherCounts {
  const networks: Record<string, number> = {};
  for (const each of all)
    for (const [network, many] of Object.entries(each.networks)) networks[network] = (networks[network] ?? 0) + many;
  return { watchers: all.reduce((sum, { watchers }) => sum + watchers, 0), networks };
}

/**
 * Releases the work of servers that have stopped: matches of their workers, compilations, and comparisons. Returns the
 * number of released items.
 */
export async function releaseGone({ db }: Pick<Store, 'db'>): Promise<number> {
  await sql`
    delete from servers where seen < clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`.execute(db);
  const freed = [
    await sql`
      update matches set state = 'queued', worker = null, token = null, deadline = null
      where state = 'leased' and token in (select id from tokens where own) and worker not in (select id from servers)`.execute(
      db,
    ),
    await sql`
      update submissions set state = 'received', owner = null, deadline = clock_timestamp() + interval '60 seconds'
      where state = 'compiling' and owner not in (select id from servers)`.execute(db),
    await sql`
      update comparisons set state = 'waiting', done = 0, owner = null
      where state = 'running' and (owner is null or owner not in (select id from servers))`.execute(db),
  ];
  return freed.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
}
