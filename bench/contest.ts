import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, goal, info, jobPlayers, whole } from '@ludus/cli/benchmarks.ts';
import { contextOf } from '@ludus/cli/context.ts';
import { boardFiles, gameNamed, sampleFile } from '@ludus/cli/games.ts';
import { type CrowdReport, quantile, type Visitor } from '@ludus/contest/chaos.ts';
import { openStore } from '@ludus/contest/store.ts';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { cannedBench } from './contest-canned.ts';
import { crowd } from './contest-crowd.ts';
import { drain, type FieldModule, laboratory, type Rate } from './contest-drain.ts';
import { joinContest, type ServedContests, serveContests } from './contest-server.ts';

interface Flags {
  readonly watchers: number;
  readonly entrants: number;
  readonly field: number;
  readonly minutes: number;
  readonly batches: number;
  readonly runs: number;
  readonly dwell: number;
  readonly think: number;
  readonly canned?: boolean;
  readonly workers: number;
  readonly servers: number;
  readonly matchMs: number;
}

const GAME = 'madmax';
const BOARD = 'maze1';
const CONTEST = 'load';
const SOURCE = 'madmax/players/cpp/AIDemo.cc';
const PLAYS = 'virtual void play() {';
/**
 * Maximum 95th percentile of each route's answer times, in milliseconds, and minimum rate of the contest's matches,
 * relative to the laboratory's rate.
 */
const [MAX_MS, MIN_SHARE] = [500, 0.8];
/** Number of tabs opened per second. */
const ARRIVALS = 25;

/** `npm run bench -- contest`: a contest in the last minutes before its end. */
export function contestBench(bench: Command): void {
  bench
    .command('contest')
    .description('Measure a contest server just before a deadline')
    .option('--watchers <count>', 'number of spectators with one tab each, from 1', counted, 500)
    .option('--entrants <count>', 'number of entrants who submit C++ with one tab each, from 1', counted, 100)
    .option('--field <count>', 'number of bots on the leaderboard at the start, from 1', counted, 24)
    .option('--think <steps>', 'number of steps that each of these bots counts per round, 0 or more', whole, 100_000)
    .option('--minutes <minutes>', 'duration before the deadline in which all entrants submit, above 0', positive, 10)
    .option('--dwell <seconds>', 'mean time on a page, above 0', positive, 20)
    .option('--batches <count>', 'number of waves of matches to measure the queue with, from 1', counted, 8)
    .option(
      '--runs <count>',
      'number of measurements of the queue and of the batch, which take turns, from 1',
      counted,
      3,
    )
    .option('--canned', 'measure the server alone, with prepared results instead of a crowd')
    .option('--workers <count>', 'with --canned: number of workers, from 1', counted, 100)
    .option('--servers <count>', 'number of servers on one database, from 1', counted, 1)
    .option('--match-ms <count>', 'with --canned: duration of a match in milliseconds, 0 or more', whole, 0)
    .addHelpText(
      'after',
      '\nExamples:\n  npm run bench -- contest --minutes 2\n  npm run bench -- contest --watchers 2000 --servers 2 --minutes 2\n  npm run bench -- contest --entrants 10000 --workers 100 --canned --minutes 2',
    )
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  if (flags.canned) return await cannedBench(flags);
  const store = await openStore({ dataDir: ownedFolder('bench') });
  try {
    const served = await serveContests(store.url, flags.servers);
    try {
      await measure(served, flags);
    } finally {
      await served.close();
    }
  } finally {
    await store.close();
  }
}

async function measure(served: ServedContests, flags: Flags): Promise<void> {
  const { organiser } = served;
  const params = { contest: CONTEST };
  const qualify = { builtin: null, wins: 0, matches: 2 };
  const form = { slug: CONTEST, title: 'Load', game: GAME, boards: [BOARD], qualify, twice: 0 };
  const { code } = await organiser.ask('makeContest', { body: form });
  // Keeps the ladder from playing matches before the measurement.
  await organiser.ask('changeContest', { params, body: { until: 0 } });
  info(`${flags.field} players are submitted as modules`);
  const field = await enterField(served.urls[0], code!, flags);
  await through(organiser, flags.field);
  await compareRates(organiser, field, flags);
  await organiser.ask('changeContest', { params, body: { until: null } });
  info(`${flags.entrants} people join, and ${flags.watchers} watch`);
  const entrants: { readonly visitor: Visitor; readonly file: string; readonly text: string }[] = [];
  for (let i = 0; i < flags.entrants; i++)
    entrants.push({
      visitor: await joinContest(served.urls[0], code!, `Student ${i + 1}`),
      file: 'AILast.cc',
      text: sourceOf(i),
    });
  const report = await crowd(
    {
      servers: served.urls,
      contest: CONTEST,
      watchers: flags.watchers,
      entrants: entrants.map(({ visitor, file, text }) => ({ cookie: visitor.cookie!, file, text })),
      arriveMs: (1000 * (flags.watchers + flags.entrants)) / ARRIVALS,
      submitMs: 60_000 * flags.minutes,
      dwellMs: 1000 * flags.dwell,
      seed: 7,
    },
    () => info(`everyone has joined; the deadline is in ${flags.minutes} min`),
  );
  sayAnswers(report, flags);
  info('the deadline has passed; the submissions are being compiled and played');
  await through(organiser, flags.field + report.accepted.length);
  sayOutcome(report, flags, await Promise.all(entrants.map(({ visitor }) => visitor.ask('submissions', { params }))));
}

/** Submits different modules, so that the measured time includes no compilation. */
async function enterField(url: string, code: string, { field: many, think }: Flags): Promise<FieldModule[]> {
  const context = await contextOf(gameNamed(GAME), { budget: 'fuel', folder: '.' });
  const player = await withFile('AIDemo.cc', thinking(think), async (file) => (await jobPlayers([file], context))[0]);
  if (player.kind !== 'module') throw new UsageError('no compiler for WebAssembly was found');
  const field: FieldModule[] = [];
  for (let i = 0; i < many; i++) {
    const bytes = marked(player.bytes, i);
    const visitor = await joinContest(url, code, `Player ${i + 1}`);
    const call = { params: { contest: CONTEST }, query: { file: 'player.wasm' }, bytes: new Uint8Array(bytes) };
    const { submission } = await visitor.ask('submit', call);
    field.push({ version: submission.number, bytes });
  }
  return field;
}

/** The C++ source code of a built-in player, with a counting loop before each move. */
function thinking(steps: number): string {
  const text = readFileSync(sampleFile(gameNamed(GAME), SOURCE), 'utf8');
  const [begin, after] = text.split(PLAYS);
  if (after === undefined) throw new Error(`${SOURCE} doesn’t contain ${PLAYS}`);
  return `${begin}${PLAYS}\n    for (volatile int i = 0; i < ${steps}; ++i);${after}`;
}

async function withFile<T>(name: string, text: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a copy of the module with an additional section that has no effect, so that each copy has different bytes.
 */
function marked(bytes: Uint8Array, number: number): Uint8Array {
  const name = Buffer.from(`n${number}`);
  return Buffer.concat([bytes, Buffer.from([0, name.length + 1, name.length]), name]);
}

/** The source code of a C++ player that hasn't been submitted or compiled before. */
function sourceOf(number: number): string {
  const text = readFileSync(sampleFile(gameNamed(GAME), SOURCE), 'utf8');
  return `${text}\nvolatile long long one_of_its_kind = ${Date.now()}${number}LL;\n`;
}

/** Waits until this number of submissions is finished. */
async function through(organiser: Visitor, wanted: number): Promise<void> {
  const ended = async () => {
    const metrics = (await organiser.text('metrics')).matchAll(/^ludus_submissions\{.*state="(\w+)".*\} (\d+)$/gm);
    return [...metrics].reduce(
      (sum, [, state, many]) => sum + (state === 'in' || state === 'rejected' ? Number(many) : 0),
      0,
    );
  };
  while ((await ended()) < wanted) await sleep(1000);
}

async function compareRates(
  organiser: Visitor,
  field: readonly FieldModule[],
  { batches, runs, think }: Flags,
): Promise<void> {
  const game = gameNamed(GAME);
  const boards = [{ name: BOARD, text: readFileSync(boardFiles(game).get(BOARD)!, 'utf8') }];
  const seconds = game.budget.cpuMs / 1000;
  info('measuring the queue without watchers, and the laboratory');
  const warm = (await drain(organiser, CONTEST, 2)).lines.length;
  const [queue, lab]: [Rate[], Rate[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    const drained = await drain(organiser, CONTEST, batches);
    queue.push(drained);
    lab.push(await laboratory({ game: GAME, boards, seconds }, field, drained.lines, warm));
  }
  const rate = (all: readonly Rate[]) =>
    sum(all.map(({ matches }) => matches)) / sum(all.map(({ seconds }) => seconds));
  const share = rate(queue) / rate(lab);
  console.log(
    `One worker, ${field.length} players in C++ under fuel that count ${think} steps per round, ${runs} × ${queue[0].matches} matches in turns: the queue plays ${rate(queue).toFixed(1)} matches per second, the laboratory ${rate(lab).toFixed(1)}`,
  );
  console.log(
    goal('the queue drains at', `${(100 * share).toFixed(0)}% of the laboratory’s rate`, '≥ 80%', share >= MIN_SHARE),
  );
}

/**
 * Prints the servers' answer times at the end of the measurement. The compilation of submissions continues for a long
 * time afterwards.
 */
function sayAnswers(
  { answers, failures, events, broken, seconds, ownSeconds }: CrowdReport,
  { watchers, entrants }: Flags,
): void {
  const all = Object.values(answers).flat();
  console.log(
    `${watchers} watchers and ${entrants} entrants, ${seconds.toFixed(0)} s: ${(all.length / seconds).toFixed(0)} answers per second, ${(events / seconds).toFixed(0)} events sent per second, ${broken} broken connections; the crowd itself used ${((100 * ownSeconds) / seconds).toFixed(0)}% of a core`,
  );
  console.log(`${'milliseconds until'.padEnd(16)} answers     p50     p95     p99`);
  const routes = Object.entries(answers).sort((one, other) => other[1].length - one[1].length);
  for (const [route, times] of [...routes, ['all', all] as const]) {
    const shown = [0.5, 0.95, 0.99].map((q) => quantile(times, q).toFixed(0).padStart(7));
    console.log(`  ${route.padEnd(14)} ${String(times.length).padStart(9)} ${shown.join(' ')}`);
  }
  for (const [what, many] of Object.entries(failures)) console.log(`  refused: ${what} (${many} ×)`);
  const slowest = Math.max(...routes.map(([, times]) => quantile(times, 0.95)));
  console.log(goal('p95 of the slowest route', `${slowest.toFixed(0)} ms`, `≤ ${MAX_MS} ms`, slowest <= MAX_MS));
}

function sayOutcome(
  { accepted }: CrowdReport,
  { entrants }: Flags,
  lists: readonly (readonly { readonly number: number; readonly state: string }[])[],
): void {
  const lost = accepted.filter(({ entrant, number }) => !lists[entrant].some((each) => each.number === number)).length;
  const stuck = lists.flat().filter(({ state }) => state !== 'in' && state !== 'rejected').length;
  console.log(goal('submissions accepted', `${accepted.length} of ${entrants}`, 'all', accepted.length === entrants));
  console.log(goal('lost or unfinished', `${lost + stuck}`, '0', lost + stuck === 0));
  const states = new Map<string, number>();
  for (const { state } of lists.flat()) states.set(state, (states.get(state) ?? 0) + 1);
  console.log(`final states of the submissions: ${[...states].map(([state, many]) => `${state} ${many}`).join(', ')}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('It must be a number above 0, at most 60.');
  return value;
}
