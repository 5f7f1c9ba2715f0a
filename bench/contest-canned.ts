import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { goal, info } from '@ludus/cli/benchmarks.ts';
import { boardFile, loadBoard } from '@ludus/cli/boards.ts';
import { gameNamed, kitOf } from '@ludus/cli/games.ts';
import { type CannedCount, type CannedPlan, quantile, Visitor } from '@ludus/contest/chaos.ts';
import { openStore, type Store } from '@ludus/contest/store.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { sql } from 'kysely';

export interface CannedFlags {
  readonly entrants: number;
  readonly workers: number;
  readonly servers: number;
  readonly minutes: number;
  readonly matchMs: number;
}

const GAME = 'madmax';
const BOARD = 'maze1';
const CONTEST = 'canned';
const ENGINE = 'canned';
const PASSWORD = 'a long password';
/** Warm-up time of workers and waves, in milliseconds. */
const WARM_MS = 15_000;
const LOOK_MS = 500;
const GOALS = { rate: 400, busy: 0.95 };

/** Measures only a contest's servers and their database, because the workers send prepared results. */
export async function cannedBench(flags: CannedFlags): Promise<void> {
  const folder = ownedFolder('bench');
  const store = await openStore({ dataDir: folder });
  const children: ChildProcess[] = [];
  try {
    const task = JSON.stringify({ databaseUrl: store.url, engine: ENGINE });
    const servers: { readonly child: ChildProcess; readonly url: string }[] = [];
    let organiser: Visitor | undefined;
    for (let i = 0; i < flags.servers; i++) {
      const child = fork(new URL('./canned-server.ts', import.meta.url), [task]);
      children.push(child);
      const { url, secret } = await heard<{ url: string; secret?: string }>(child);
      servers.push({ child, url });
      organiser ??= await firstOrganiser(url, secret!);
    }
    const params = { contest: CONTEST };
    const qualify = { builtin: null, wins: 0, matches: 1 };
    const form = { slug: CONTEST, title: 'Canned', game: GAME, boards: [BOARD], qualify, twice: 0 };
    await organiser!.ask('makeContest', { body: form });
    await organiser!.ask('changeContest', { params, body: { until: 0 } });
    info(`${flags.entrants} entrants`);
    await enter(store, flags.entrants);
    const { secret: token } = await organiser!.ask('makeWorkerToken', { body: { name: 'canned' } });
    const plan: CannedPlan = {
      servers: servers.map(({ url }) => url),
      token,
      engine: ENGINE,
      workers: flags.workers,
      matchMs: flags.matchMs,
      ahead: flags.matchMs === 0 ? 15 : Math.max(1, Math.min(15, Math.round(300 / flags.matchMs))),
      result: await madeBeforehand(),
    };
    await organiser!.ask('changeContest', { params, body: { until: null } });
    const crowd = fork(new URL('../packages/contest/load/canned-process.ts', import.meta.url));
    children.push(crowd);
    crowd.send(plan);
    await sleep(WARM_MS);
    await measure(flags, { store, servers: servers.map(({ child }) => child), crowd, organiser: organiser! });
    crowd.send('end');
    for (const { child } of servers) child.send('end');
    await Promise.all(servers.map(({ child }) => gone(child)));
  } finally {
    for (const child of children) child.kill();
    await store.close();
  }
}

interface RunningContest {
  readonly store: Store;
  readonly servers: readonly ChildProcess[];
  readonly crowd: ChildProcess;
  readonly organiser: Visitor;
}

/** The CPU time and the number of answers so far. */
async function state({ store, servers, crowd }: RunningContest) {
  const used = await Promise.all(servers.map((child) => asked<{ seconds: number }>(child)));
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db);
  return {
    at: performance.now(),
    servers: used.reduce((sum, { seconds }) => sum + seconds, 0),
    database: databaseSeconds(rows[0].pid),
    count: await asked<CannedCount>(crowd),
  };
}

async function measure(flags: CannedFlags, running: RunningContest): Promise<void> {
  const begun = await state(running);
  const pages: number[] = [];
  const end = performance.now() + 60_000 * flags.minutes;
  let mostWaiting = 0;
  while (performance.now() < end) {
    await sleep(LOOK_MS);
    const asked = performance.now();
    await running.organiser.text('ladder', { params: { contest: CONTEST }, query: { limit: 50 } });
    pages.push(performance.now() - asked);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from matches where state = 'queued'`.execute(running.store.db);
    mostWaiting = Math.max(mostWaiting, rows[0].waiting);
  }
  const ended = await state(running);
  const seconds = (ended.at - begun.at) / 1000;
  const results = ended.count.answered - begun.count.answered;
  const [server, database] = [ended.servers - begun.servers, ended.database - begun.database];
  const each = (spent: number) => `${((1000 * spent) / results).toFixed(2)} ms`;
  console.log(
    `${flags.entrants} entrants, ${flags.workers} workers with matches of ${flags.matchMs} ms, ${flags.servers} servers, ${seconds.toFixed(0)} s: ${results} results, ${ended.count.refused} refused; at most ${mostWaiting} matches waited`,
  );
  console.log(`CPU time per result: servers ${each(server)}, database ${each(database)}`);
  const rate = results / (server + database);
  console.log(
    goal('results per second on two cores', (2 * rate).toFixed(0), `≥ ${GOALS.rate}`, 2 * rate >= GOALS.rate),
  );
  console.log(`results per second here: ${(results / seconds).toFixed(0)}`);
  if (flags.matchMs > 0) {
    const busy = (ended.count.playedMs - begun.count.playedMs) / (1000 * seconds * flags.workers);
    console.log(goal('workers busy', `${(100 * busy).toFixed(1)}%`, '≥ 95%', busy >= GOALS.busy));
  }
  console.log(
    `milliseconds until 50 lines of the table arrive: median ${quantile(pages, 0.5).toFixed(0)}, 95% ${quantile(pages, 0.95).toFixed(0)}`,
  );
}

async function firstOrganiser(url: string, token: string): Promise<Visitor> {
  const organiser = new Visitor(url);
  await organiser.ask('useLink', { body: { token, name: 'Organiser', password: PASSWORD } });
  return organiser;
}

/** Adds entrants with one submission each to the server's only contest. The submitted modules are never played. */
async function enter(store: Store, many: number): Promise<void> {
  await store.transaction(async (tx) => {
    await sql`insert into modules (hash, bytes)
      select encode(sha256(('module ' || i)::bytea), 'hex'), ('module ' || i)::bytea from generate_series(1, ${many}::int) i`.execute(
      tx,
    );
    await sql`insert into entrants (contest, number, name) select id, i, 'Entrant ' || i from contests, generate_series(1, ${many}::int) i`.execute(
      tx,
    );
    await sql`
      insert into submissions (contest, number, entrant, file, language, size, sha256, module, state, entered)
      select e.contest, e.number, e.id, 'player.wasm', 'module', 9, m.hash, m.hash, 'in', clock_timestamp()
      from entrants e, lateral (select encode(sha256(('module ' || e.number)::bytea), 'hex') as hash) m`.execute(tx);
    await sql`update contests set entrants = ${many}::int, submissions = ${many}::int`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}

/** Plays a match of the built-in bots. Returns the result in the form in which a worker sends it. */
async function madeBeforehand(): Promise<CannedPlan['result']> {
  const game = gameNamed(GAME);
  const { board } = loadBoard(boardFile(game, BOARD), [game]);
  const { players } = kitOf(game);
  const seats = game.seatsOf(board);
  const runners = Array.from({ length: seats }, (_, seat) => players[seat].open());
  const replay: string[] = [];
  await playMatch({ game, board, seed: 1, runners, record: (text: string) => replay.push(text) });
  const packed = (text: string) => gzipSync(text).toString('base64');
  return {
    kind: 'finished',
    scores: [],
    rounds: 100,
    reason: 'rounds',
    verdicts: [],
    used: Array.from({ length: seats }, () => 0.1),
    replay: packed(replay.join('')),
    sidecar: packed(JSON.stringify({ ludus: 'sidecar', version: 1 })),
  };
}

/**
 * CPU time of a database's processes in seconds, including processes that have ended. `backend`: the id of one of these
 * processes.
 */
function databaseSeconds(backend: number): number {
  const main = statOf(backend)!.parent;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .reduce((sum, pid) => {
      const stat = statOf(pid);
      if (pid === main) return sum + stat!.seconds + stat!.ended;
      return stat?.parent === main ? sum + stat.seconds : sum;
    }, 0);
}

/** Clock ticks per second in Linux's counters. */
const TICKS = 100;

function statOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    return {
      parent: fields[1],
      seconds: (fields[11] + fields[12]) / TICKS,
      ended: (fields[13] + fields[14]) / TICKS,
    };
  } catch {
    // The process has ended since the list of processes was read.
    return undefined;
  }
}

function asked<T>(child: ChildProcess): Promise<T> {
  const answer = heard<T>(child);
  child.send('state');
  return answer;
}

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((found, failed) => {
    child.once('message', (message) => found(message as T));
    child.once('exit', () => failed(new Error('a process of the benchmark exited early')));
  });
}

const gone = (child: ChildProcess): Promise<void> => new Promise((done) => child.once('exit', () => done()));
