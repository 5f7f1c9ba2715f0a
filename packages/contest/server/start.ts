import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { Rooms } from '@ludus/studio/rooms.ts';
import type { Playground } from '@ludus/studio/serve.ts';
import type { JobName, QueueContext } from '../context.ts';
import { fillersOf, type GameCatalog } from '../game-catalog.ts';
import { buildNext, type CompileSubmission } from '../judge/builder.ts';
import type { BoardTrial } from '../judge/try-board.ts';
import { Answers } from '../queue/answers.ts';
import { LEASE_SECONDS, Leases } from '../queue/lease.ts';
import { ResultsCache } from '../queue/results.ts';
import { sweep, trim } from '../queue/sweep.ts';
import { UnusableStoreError } from '../store/database-check.ts';
import { takeLock } from '../store/locks.ts';
import { openStore, type Store, type StorePlace } from '../store/open.ts';
import { announce } from '../store/rows.ts';
import { inSeconds, now } from '../store/times.ts';
import { ownSource } from '../worker/own.ts';
import { Worker } from '../worker/worker.ts';
import { Admission } from './admission.ts';
import { makeApp } from './app.ts';
import { EventBroker } from './event-broker.ts';
import type { Server, ServerMessage } from './handler.ts';
import { forgetUnproven } from './handlers/issuer-sign-in.ts';
import { Issuer, type SignInSettings } from './issuer.ts';
import { Jobs } from './jobs.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Passwords } from './password-hashes.ts';
import { Presence, releaseGone } from './presence.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { compareNext, forgetCollections } from './similar.ts';
import { Streams } from './streams.ts';
import { TableFitter } from './table-fitter.ts';
import { refreshTables } from './tables.ts';
import { TimedCache } from './timed-cache.ts';

export interface ServeOptions {
  readonly place: StorePlace;
  readonly catalog: GameCatalog;
  readonly version: string;
  /** The engine of matches on this server. */
  readonly engine: string;
  readonly host?: string;
  /** The port to listen on; 0 or absent: any free port. */
  readonly port?: number;
  readonly compile: CompileSubmission;
  /** Plays one match in a separate process; absent: this server plays no matches. */
  readonly play?: ((job: MatchJob) => Promise<MatchOutcome>) | undefined;
  /** Checks whether a worker's answer matches its replay (judge/check-answer.ts); absent: answers aren't checked. */
  readonly checkAnswer?: QueueContext['checkAnswer'];
  /** Tests a submitted board with built-in bots; absent: boards aren't tested. */
  readonly tryBoard?: ((game: string, board: string) => Promise<BoardTrial>) | undefined;
  /** If there is no full sandbox: a message that explains why no contest can allow programs. */
  readonly noPrograms?: string | undefined;
  /** Number of matches that the server plays at the same time. */
  readonly parallel?: number;
  readonly leaseSeconds?: number;
  /** Interval of checks for due work, in milliseconds. */
  readonly sweepMs?: number;
  /** Minimum time between two computations of a table, in milliseconds. */
  readonly tableMs?: number;
  /** Maximum total size of the stored replays in bytes. Beyond this size, the oldest replays are deleted. */
  readonly replayBytes?: number;
  readonly trustProxy?: readonly string[];
  /** The server's host names (app.ts). */
  readonly names?: readonly string[];
  /** The contact for reports of vulnerabilities, a URI such as `mailto:security@example.org`. */
  readonly contact?: string | undefined;
  /** The OpenID Connect identity providers, and the users with passwords. */
  readonly signIn?: SignInSettings | undefined;
  /** Time after which an incomplete request is aborted, in milliseconds; absent: the default. */
  readonly requestMs?: number;
  /** The `N` of scrypt for new passwords; absent: the default. */
  readonly passwordCost?: number | undefined;
  /** The limits for concurrent requests; absent: the defaults. */
  readonly admission?: Admission;
  /** The folder of the built pages. */
  readonly pages?: string;
  /** The page in which users play and submit bots. */
  readonly playground?: Playground;
  readonly log?: { write(line: string): void };
  /** Receives a message about each error in the background. */
  readonly say?: (sentence: string) => void;
}

export interface RunningServer {
  /** The server's address, for example `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly context: QueueContext;
  /** Resolves if the database is lost, or if a newer release has taken it over. The server must then stop. */
  readonly lost: Promise<UnusableStoreError>;
  /**
   * The secret of a link that makes its visitor the organiser. The link can be used once, within an hour. Undefined if
   * there is already an organiser.
   */
  readonly organiserSecret: string | undefined;
  close(): Promise<void>;
}

const COMPILE_SECONDS = 180;
const LINK_SECONDS = 3600;
const REPLAY_BYTES = 10 * 2 ** 30;
const TRIM_MS = 60_000;
const SWEEP_MS = 2000;
const TABLE_MS = 10_000;
/** Delay between a first result and the message that notifies all servers, in milliseconds. */
const TELL_MS = 100;
const ROOM_ELSEWHERE =
  'There are several servers, but each room is on one of them. The proxy must send all requests for a room to the same server (docs/deploy.md)';

/** Starts a server with all its parts: the database, its share of the servers' jobs, and its own worker. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const store = await openStore(options.place, options.say);
  // The functions that stop the parts, in the order of the parts' starts. They are called in reverse order.
  const ends: (() => unknown)[] = [() => store.close()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const { url, context, lost, start } = await prepare(options, store, ends);
    const secret = await organiserSecret(store);
    await start();
    return { url, context, lost, organiserSecret: secret, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Prepares a server that is listening; `start` starts its background jobs. `ends` collects the functions that stop its
 * parts.
 */
async function prepare(options: ServeOptions, store: Store, ends: (() => unknown)[]) {
  const { catalog, engine, version, say = () => {} } = options;
  await mustFinishRounds(store, engine);
  const { value: epoch } = await store.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  const jobs = await Jobs.open(store.url, say);
  ends.push(() => jobs.close());
  const cache = new TimedCache();
  const streams = new Streams(undefined, (network) => presence.elsewhere.networks[network] ?? 0);
  const broker = new EventBroker(
    store,
    () => cache.forget(),
    () => presence.elsewhere.watchers,
  );
  const presence = new Presence(
    store,
    engine,
    () => ({ watchers: broker.watchers, networks: streams.ofNetworks }),
    // Events that no server announced are noticed a second later.
    () => broker.touch(),
    // When the database is lost, pages reconnect to another server, or to this server when it reaches its database
    // again.
    () => streams.end({}),
  );
  ends.push(() => presence.end());
  await presence.begin();
  const context: QueueContext = {
    store,
    server: presence.id,
    nudge: (tx, job) => jobs.nudge(tx, job),
    catalog,
    kept: new ResultsCache(),
    epoch,
    engine,
    noPrograms: options.noPrograms,
    checkAnswer: options.checkAnswer,
    leaseSeconds: options.leaseSeconds ?? LEASE_SECONDS,
    compileSeconds: COMPILE_SECONDS,
  };
  const token = await ownToken(store);
  const here = (told: ServerMessage) => {
    if (told.kind === 'end') streams.end(told.which);
    if (told.kind !== 'news') cache.forget();
    broker.touch();
    worker?.hurry();
  };
  const news = new CallCombiner(
    () => void jobs.tell(JSON.stringify({ kind: 'news' } satisfies ServerMessage)).catch(() => {}),
  );
  ends.push(() => news.end());
  const issuers = (options.signIn?.issuers ?? []).map((settings) => new Issuer(settings));
  if (options.signIn) await forgetUnproven(store.db, issuers);
  const server: Server = {
    context,
    answers: new Answers(context),
    leases: new Leases(context),
    broker,
    cache,
    throttle: new LoginThrottle(store),
    passwords: new Passwords(options.passwordCost),
    issuers,
    hasPasswords: options.signIn?.passwords ?? true,
    playground: options.playground,
    streams,
    admission: options.admission ?? new Admission(),
    isCutOff: () => presence.isCutOff,
    version,
    async tell(told) {
      here(told);
      // If the database doesn't respond now, the other servers notice the change a second later.
      await jobs.tell(JSON.stringify(told)).catch(() => {});
    },
    changed() {
      cache.forget();
      server.played();
    },
    played() {
      broker.touch();
      worker?.hurry();
      news.add();
    },
  };
  const fitter = new TableFitter();
  ends.push(() => fitter.close());
  const worker =
    options.play &&
    new Worker({
      source: ownSource(context, server.answers, server.leases, { worker: presence.id, token }, () => server.played()),
      play: options.play,
      parallel: options.parallel ?? 1,
      say,
    });
  const rooms = new Rooms({
    kits: catalog.kits,
    botsOf: fillersOf,
    elsewhere: () => (presence.elsewhere.servers > 0 ? ROOM_ELSEWHERE : undefined),
  });
  ends.push(() => rooms.close());
  const app = await makeApp(server, {
    rooms,
    trustProxy: options.trustProxy,
    names: options.names,
    contact: options.contact,
    log: options.log,
    pages: options.pages,
    requestMs: options.requestMs,
  });
  let working: Promise<void> | undefined;
  let abandoned: Promise<void> | undefined;
  ends.push(
    () => Promise.all([abandoned, working]),
    () => broker.close(),
    () => app.close(),
    // This function runs first, so that the worker gives back its matches, and the jobs stop, before the connections
    // close.
    async () => {
      abandoned = worker?.abandon().catch(() => {});
      await jobs.stop();
    },
  );
  const { host = '127.0.0.1' } = options;
  await app.listen({ host, port: options.port ?? 0 });
  const { port } = app.server.address() as { port: number };
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    context,
    lost: Promise.race([store.lost, presence.outdated]),
    async start() {
      await jobs.listen(
        (told) => here(JSON.parse(told) as ServerMessage),
        () => here({ kind: 'changed' }),
      );
      await beginJobs(jobs, options, server, fitter);
      working = worker?.run().catch((error) => say(`the server’s own worker has stopped: ${String(error)}`));
    },
  };
}

/** Starts this server's share of the jobs that one server does for all servers. */
async function beginJobs(jobs: Jobs, options: ServeOptions, server: Server, fitter: TableFitter): Promise<void> {
  const { context } = server;
  const { store } = context;
  const { sweepMs = SWEEP_MS, tableMs = TABLE_MS, replayBytes = REPLAY_BYTES } = options;
  const doing: Readonly<Record<JobName, (signal: AbortSignal) => Promise<boolean>>> = {
    compile: (signal) => buildNext(context, options.compile, signal),
    compare: (signal) => compareNext(context, signal),
    boards: () => tryNext(store, options.tryBoard),
    async sweep() {
      const freed = await releaseGone(store);
      if ((await sweep(context)) || freed > 0) server.changed();
      return false;
    },
    async tables() {
      if (await refreshTables(context, fitter)) server.changed();
      return false;
    },
    async trim() {
      await trim(store.db, replayBytes);
      await forgetCollections(store);
      return false;
    },
  };
  const everyMs: Partial<Record<JobName, number>> = { sweep: sweepMs, tables: tableMs, trim: TRIM_MS };
  for (const [name, work] of Object.entries(doing) as [JobName, (typeof doing)[JobName]][])
    await jobs.work(
      name,
      async (signal) => {
        const more = await work(signal);
        if (more) server.changed();
        return { more };
      },
      everyMs[name],
    );
}

/** Combines all calls within a short time into one call. */
class CallCombiner {
  private readonly work: () => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(work: () => void) {
    this.work = work;
  }

  add(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, TELL_MS);
    this.timer.unref();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/**
 * Refuses to start if another engine has started a round that hasn't ended, because the round's terms require the same
 * engine for the whole round.
 */
async function mustFinishRounds(store: Store, engine: string): Promise<void> {
  const playing = await store.db
    .selectFrom('rounds')
    .innerJoin('contests', 'contests.id', 'rounds.contest')
    .select(['rounds.number', 'rounds.terms', 'contests.slug'])
    .where('rounds.state', '=', 'playing')
    .orderBy('rounds.id')
    .execute();
  const other = playing.find(({ terms }) => terms.engine !== engine);
  if (other)
    throw new UnusableStoreError(
      `final ${other.number} of ${other.slug} is being played by engine ${other.terms.engine}, but this release has engine ${engine}. Start the previous release, let the final end there or cancel it, and then start this release again`,
    );
}

/** Tests the board that has waited longest. Returns false if no board is waiting. */
async function tryNext(store: Store, tryBoard: ServeOptions['tryBoard']): Promise<boolean> {
  if (!tryBoard) return false;
  const next = await store.db
    .selectFrom('boards')
    .innerJoin('contests', 'contests.id', 'boards.contest')
    .select(['boards.id', 'boards.text', 'boards.contest', 'contests.form'])
    .where('boards.state', '=', 'sent')
    .where('boards.report', 'is', null)
    .orderBy('boards.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  const trial = await tryBoard(next.form.game, next.text);
  const report = JSON.stringify('report' in trial ? trial.report : { why: trial.why });
  await store.transaction(async (tx) => {
    await tx.updateTable('boards').set({ report }).where('id', '=', next.id).execute();
    await announce(tx, next.contest, 'board', {});
  });
  return true;
}

/** Returns the token of the servers' own workers. This token has no secret. */
async function ownToken(store: Store) {
  return await store.transaction(async (tx) => {
    // Servers that start at the same time must find the same token.
    await takeLock(tx, 'ownToken');
    const found = await tx.selectFrom('tokens').selectAll().where('own', '=', true).executeTakeFirst();
    if (found) return found;
    return await tx
      .insertInto('tokens')
      .values({ hash: hashSecret(newSecret('lw')), kind: 'worker', name: 'this server', own: true })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function organiserSecret(store: Store): Promise<string | undefined> {
  const found = await store.db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'organiser')
    .where('removed', '=', false)
    .executeTakeFirst();
  if (found) return undefined;
  const secret = newSecret('ll');
  await store.db.deleteFrom('links').where('purpose', '=', 'organiser').where('expires', '<', now).execute();
  await store.db
    .insertInto('links')
    .values({ hash: hashSecret(secret), purpose: 'organiser', expires: inSeconds(LINK_SECONDS) })
    .execute();
  return secret;
}
