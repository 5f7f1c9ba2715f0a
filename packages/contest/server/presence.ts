import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { StoreRefused } from '../store/database-check.ts';
import { GONE_SECONDS, LEVEL } from '../store/migrate.ts';
import { connect, type Store } from '../store/open.ts';
import type { Database } from '../store/schema.ts';

const BEAT_MS = 1000;
/**
 * After so many looks without a word from the database a server sends its visitors elsewhere, with so many milliseconds between. Looks are
 * counted, not time: a process that had no turn itself has not listened either.
 */
const SILENT = { looks: 10, ms: 250 };

/** This server's report: the pages that it sends events to, and their number per network. */
export interface Watched {
  readonly watchers: number;
  readonly networks: Readonly<Record<string, number>>;
}

/** A server's row among those that are there, and what it knows of the others. */
export class Presence {
  /** Chosen at each start; the work that it has begun is under this name. */
  readonly id: string = randomBytes(8).toString('hex');
  /** A newer release has changed the tables so that this one can't go on. */
  readonly outdated: Promise<StoreRefused>;
  /** The others together, as they were a second ago. */
  elsewhere: Watched & { readonly servers: number } = { watchers: 0, networks: {}, servers: 0 };
  /** A separate connection: the heartbeat never waits behind requests. */
  private readonly db: Database;
  private readonly engine: string;
  private readonly own: () => Watched;
  private readonly each: () => void;
  private readonly cutOff: () => void;
  private silentLooks = 0;
  private watch: NodeJS.Timeout | undefined;
  private refuse!: (error: StoreRefused) => void;
  private timer: NodeJS.Timeout | undefined;
  private isEnded = false;
  private beating: Promise<void> = Promise.resolve();

  /** `own`: what to say; `each`: called each time; `cutOff`: called again and again while the database isn't heard of. */
  constructor({ url }: Pick<Store, 'url'>, engine: string, own: () => Watched, each: () => void, cutOff: () => void) {
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

  /** The database hasn't been heard of for a while: what waits here may wait for long. */
  get isCutOff(): boolean {
    return this.silentLooks >= SILENT.looks;
  }

  /** The work that it has begun is free at once. */
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
      // A database that does not answer is asked again; others take over meanwhile.
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
      this.refuse(
        new StoreRefused('a newer release has taken the database over: this server can’t continue with it, and stops'),
      );
    this.silentLooks = 0;
    this.each();
  }
}

function sumOf(all: readonly Watched[]): Watched {
  const networks: Record<string, number> = {};
  for (const each of all)
    for (const [network, many] of Object.entries(each.networks)) networks[network] = (networks[network] ?? 0) + many;
  return { watchers: all.reduce((sum, { watchers }) => sum + watchers, 0), networks };
}

/** The work of servers that are gone is free: matches of their workers, compilations, comparisons. The value is how much that was. */
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
