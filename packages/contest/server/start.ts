import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process/job.ts';
import { buildNext, type Compile, forgetCompiling } from '../judge/builder.ts';
import type { BoardTrial } from '../judge/try-board.ts';
import { Answers } from '../queue/answers.ts';
import type { Desk } from '../queue/desk.ts';
import type { House } from '../queue/house.ts';
import { ResultsKept } from '../queue/results.ts';
import { sweep, trim } from '../queue/sweep.ts';
import { openStore, type Store, type StorePlace } from '../store/open.ts';
import { announce } from '../store/rows.ts';
import { StoreRefused } from '../store/server-place.ts';
import { inSeconds } from '../store/times.ts';
import { ownSource } from '../worker/own.ts';
import { Worker } from '../worker/worker.ts';
import { makeApp } from './app.ts';
import { RefusedAttempts } from './attempts.ts';
import { Guesses } from './guesses.ts';
import type { Server } from './handler.ts';
import { Hub } from './hub.ts';
import { Moment } from './moment.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { compareNext, forgetCollections, forgetComparing } from './similar.ts';
import { Streams } from './streams.ts';
import { TableFitter } from './table-fitter.ts';
import { refreshTables } from './tables.ts';

export interface ServeOptions {
  readonly place: StorePlace;
  readonly house: House;
  readonly version: string;
  /** By which rules matches are played here. */
  readonly engine: string;
  readonly host?: string;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly compile: Compile;
  /** Plays one match in a process of its own; absent: this server plays none itself. */
  readonly play?: ((job: MatchJob) => Promise<MatchOutcome>) | undefined;
  /** Looks whether a worker's answer follows from its own replay (judge/check-answer.ts); absent: nobody does. */
  readonly checkAnswer?: Desk['checkAnswer'];
  /** Tries a board that was sent in; absent: nobody does. */
  readonly tryBoard?: ((game: string, board: string) => Promise<BoardTrial>) | undefined;
  /** Why no contest can allow programs, as one plain sentence: there is no full sandbox. Undefined where there is one. */
  readonly noPrograms?: string | undefined;
  /** Matches that the server plays at a time. */
  readonly parallel?: number;
  readonly leaseSeconds?: number;
  /** How often what is due is looked for, in milliseconds. */
  readonly sweepMs?: number;
  /** How often a table is worked out anew at most, in milliseconds. */
  readonly tableMs?: number;
  /** Bytes of replays that are kept; the oldest go. */
  readonly replayBytes?: number;
  readonly trustProxy?: readonly string[];
  /** Names of hosts by which it is reached (app.ts). */
  readonly names?: readonly string[];
  /** A request that has not come after so many milliseconds is ended; absent: what is usual. */
  readonly requestMs?: number;
  /** The folder of the built pages. */
  readonly pages?: string;
  readonly log?: { write(line: string): void };
  /** What goes wrong behind the scenes, one plain sentence at a time. */
  readonly say?: (sentence: string) => void;
}

export interface RunningServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly desk: Desk;
  /** The secret of a link that makes its visitor the organiser, where there is none yet: good once, for an hour. */
  readonly organiserSecret: string | undefined;
  close(): Promise<void>;
}

const COMPILE_SECONDS = 180;
const LEASE_SECONDS = 60;
const LINK_SECONDS = 3600;
const REPLAY_BYTES = 10 * 2 ** 30;
const TRIM_MS = 60_000;
const TRIAL_MS = 3000;
const COMPARE_MS = 1000;
const SWEEP_MS = 2000;
const TABLE_MS = 10_000;

/** Starts a server with all that belongs to it: the database, what is due, the compiler, a worker of its own. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const store = await openStore(options.place, options.say);
  // What was begun first ends last.
  const ends: (() => unknown)[] = [() => store.close()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const { url, desk, start } = await prepare(options, store, ends);
    const secret = await organiserSecret(store);
    start();
    return { url, desk, organiserSecret: secret, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts a server together that listens already; `start` begins what goes on behind the scenes. `ends` is given what ends each of its parts. */
async function prepare(options: ServeOptions, store: Store, ends: (() => unknown)[]) {
  const { house, engine, version, say = () => {} } = options;
  await mustFinishRounds(store, engine);
  const { value: epoch } = await store.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  const desk: Desk = {
    store,
    house,
    kept: new ResultsKept(),
    epoch,
    engine,
    noPrograms: options.noPrograms,
    checkAnswer: options.checkAnswer,
    leaseSeconds: options.leaseSeconds ?? LEASE_SECONDS,
    compileSeconds: COMPILE_SECONDS,
  };
  await forgetCompiling(desk);
  await forgetComparing(store);
  const token = await ownToken(store);
  const moment = new Moment();
  const hub = new Hub(store, () => moment.forget());
  const ending = new AbortController();
  const server: Server = {
    desk,
    answers: new Answers(desk),
    hub,
    moment,
    guesses: new Guesses(),
    refused: new RefusedAttempts(),
    streams: new Streams(),
    version,
    changed() {
      moment.forget();
      server.played();
      compiler.hurry();
    },
    played() {
      hub.touch();
      worker?.hurry();
    },
  };
  const compiler = new Loop(
    1000,
    async () => {
      const built = await buildNext(desk, options.compile, `server ${process.pid}`, ending.signal);
      if (built) server.changed();
      return built;
    },
    say,
  );
  const sweeper = new Loop(
    options.sweepMs ?? SWEEP_MS,
    async () => {
      const done = await sweep(desk);
      if (done) server.changed();
      else hub.touch();
      return false;
    },
    say,
  );
  const fitter = new TableFitter();
  ends.push(() => fitter.close());
  const tables = new Loop(
    options.tableMs ?? TABLE_MS,
    async () => {
      if (await refreshTables(desk, fitter)) {
        moment.forget();
        hub.touch();
      }
      return false;
    },
    say,
  );
  const trimmer = new Loop(
    TRIM_MS,
    async () => {
      await trim(store.db, options.replayBytes ?? REPLAY_BYTES);
      await forgetCollections(store);
      return false;
    },
    say,
  );
  const trials = new Loop(
    TRIAL_MS,
    async () => {
      const tried = await tryNext(store, options.tryBoard);
      if (tried) hub.touch();
      return tried;
    },
    say,
  );
  const comparer = new Loop(COMPARE_MS, () => compareNext(desk, ending.signal), say);
  const loops = [comparer, trials, trimmer, compiler, sweeper, tables];
  const worker =
    options.play &&
    new Worker({
      source: ownSource(desk, server.answers, { worker: `own.${process.pid}.${Date.now()}`, token }, () =>
        server.played(),
      ),
      play: options.play,
      parallel: options.parallel ?? 1,
      say,
    });
  const app = await makeApp(server, {
    trustProxy: options.trustProxy,
    names: options.names,
    log: options.log,
    pages: options.pages,
    requestMs: options.requestMs,
  });
  let working: Promise<void> | undefined;
  let abandoned: Promise<void> | undefined;
  ends.push(
    () => Promise.all([abandoned, working, ...loops.map((loop) => loop.end())]),
    () => hub.close(),
    () => app.close(),
    // First of all: what ends under way from now on is no answer any more.
    () => {
      ending.abort();
      abandoned = worker?.abandon().catch(() => {});
    },
  );
  const { host = '127.0.0.1' } = options;
  await app.listen({ host, port: options.port ?? 0 });
  const { port } = app.server.address() as { port: number };
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    desk,
    start() {
      for (const loop of loops) loop.start();
      working = worker?.run().catch((error) => say(`the server’s own worker has ended: ${String(error)}`));
    },
  };
}

/** A round is played by one engine from its beginning to its end: its terms say which. */
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
    throw new StoreRefused(
      `round ${other.number} of ${other.slug} is being played by engine ${other.terms.engine}, and this release plays by ${engine}: start the release before this one again, let the round end there or cancel it, and then come back`,
    );
}

/** Tries the board that has waited longest. False where none waits. */
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

/** The token of the server's own worker: nobody has its secret. */
async function ownToken(store: Store) {
  const found = await store.db.selectFrom('tokens').selectAll().where('own', '=', true).executeTakeFirst();
  if (found) {
    // What an earlier server of this database was playing is played anew at once.
    await store.db
      .updateTable('matches')
      .set({ state: 'queued', worker: null, token: null, deadline: null })
      .where('state', '=', 'leased')
      .where('token', '=', found.id)
      .execute();
    return found;
  }
  return await store.db
    .insertInto('tokens')
    .values({ hash: hashSecret(newSecret('lw')), kind: 'worker', name: 'this server', own: true })
    .returningAll()
    .executeTakeFirstOrThrow();
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
  await store.db.deleteFrom('links').where('purpose', '=', 'organiser').execute();
  await store.db
    .insertInto('links')
    .values({ hash: hashSecret(secret), purpose: 'organiser', expires: inSeconds(LINK_SECONDS) })
    .execute();
  return secret;
}

/** Something that is done again and again from `start` on, at once where it is hurried or there is more, until it is ended. */
class Loop {
  private readonly everyMs: number;
  private readonly work: () => Promise<boolean>;
  private readonly say: (sentence: string) => void;
  private readonly stop = new AbortController();
  private running: Promise<void> | undefined;
  private hurried = false;
  private rest = new AbortController();

  constructor(everyMs: number, work: () => Promise<boolean>, say: (sentence: string) => void) {
    this.everyMs = everyMs;
    this.work = work;
    this.say = say;
  }

  start(): void {
    this.running = this.run();
  }

  hurry(): void {
    this.hurried = true;
    this.rest.abort();
  }

  async end(): Promise<void> {
    this.stop.abort();
    this.rest.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      this.hurried = false;
      let more = false;
      try {
        more = await this.work();
      } catch (error) {
        this.say(`internal error: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (more || this.hurried || this.stop.signal.aborted) continue;
      this.rest = new AbortController();
      await sleep(this.everyMs, undefined, { signal: this.rest.signal }).catch(() => {});
    }
  }
}
