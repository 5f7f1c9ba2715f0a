import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { JournalBusy, JournalForeign } from '@ludus/lab/batch/journal.ts';
import { type Elsewhere, LabRun } from '@ludus/lab/batch/lab-run.ts';
import { type MatchRecord, planHash, type RunSetup } from '@ludus/lab/batch/plan.ts';
import { replayName } from '@ludus/lab/batch/play.ts';
import { PoolClosed, RunUnfit } from '@ludus/lab/batch/pool.ts';
import { boardName, toCsv, toJsonLine } from '@ludus/lab/batch/results.ts';
import type { RunSummary } from '@ludus/lab/batch/run-summary.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import { gameNamed } from '../games.ts';
import { answerMs } from '../limits.ts';
import { printJson, textOutput } from '../say.ts';
import { Progress } from './progress.ts';
import { type LabOptions, RUNS_FOLDER } from './setup.ts';
import { RUN_FILE } from './unfinished.ts';

/** How long Ctrl-C waits for the matches under way. */
const GRACE_MS = 2000;
const INTERRUPTED = 130;

/** What a command of the laboratory plays its matches with. */
export interface Session {
  readonly run: LabRun;
  /** Where replays go; undefined where none are kept. */
  readonly replays: string | undefined;
  readonly setup: RunSetup;
  readonly progress: Progress;
  /** Where text for people goes. */
  readonly out: NodeJS.WriteStream;
  /** What the command prints as JSON at the end; undefined without `--json`. */
  readonly json: ((result: object) => void) | undefined;
}

export interface SessionOptions {
  /** `batch`, `duel` …: the beginning of the folder's name. */
  readonly command: string;
  readonly setup: RunSetup;
  /** By index of the players: what each is called in a match. */
  readonly names: readonly string[];
  /** What else decides the matches; JSON. */
  readonly plan: unknown;
  readonly options: LabOptions;
  /** How many matches there will be; undefined where nobody knows. */
  readonly total?: number;
}

/**
 * Opens the run's folder, plays, and closes whatever happens. Ctrl-C (or SIGTERM) lets the matches under way end, for a moment,
 * says how to go on, and ends with 130; a second one ends at once.
 */
export async function session(given: SessionOptions, play: (session: Session) => Promise<void>): Promise<void> {
  const { options, command, setup } = given;
  const { secret } = options;
  const plan = {
    command,
    plan: given.plan,
    ...(secret !== undefined && { secret: createHash('sha256').update(secret).digest('hex') }),
  };
  const folder = options.output ?? join(RUNS_FOLDER, `${command}-${planHash(setup, plan).slice(0, 8)}`);
  const others = await elsewhereOf(given, plan);
  makeFolder(folder);
  const replays = options.replays ? resolve(folder, 'replays') : undefined;
  if (replays !== undefined) makeFolder(replays);
  const out = textOutput(options.json);
  const progress = new Progress(() => out);
  let run: LabRun | undefined;
  let stopping: { since: number; done: Promise<void> | undefined } | undefined;
  const onSignal = () => {
    // A terminal and a wrapper may both pass on the same Ctrl-C.
    if (stopping && performance.now() - stopping.since > 300) process.exit(INTERRUPTED);
    stopping ??= { since: performance.now(), done: run?.stop(GRACE_MS) };
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    run = new LabRun({
      setup: { ...setup, ...(replays !== undefined && { replays }) },
      plan,
      folder,
      fresh: options.fresh,
      secret,
      workerModule: new URL('./worker.ts', import.meta.url),
      workers: options.jobs ?? availableParallelism(),
      elsewhere: others,
      stallMs: options.stall * 1000,
      answerMs: answerMs(setup.limits),
      onPlayed: () => progress.step(),
    });
    beginFolder(folder, setup, options.fresh === true);
    if (run.known > 0)
      process.stderr.write(`continuing the run in ${folder} with ${run.known} matches; --fresh starts again\n`);
    progress.start(run.known, given.total);
    const json = options.json ? (result: object) => printJson({ command, ...result }) : undefined;
    await play({ run, replays, setup, progress, out, json });
  } catch (error) {
    progress.stop();
    if (error instanceof JournalBusy || error instanceof JournalForeign || error instanceof RunUnfit)
      throw new UsageError(error.message);
    if (!(error instanceof PoolClosed) || !stopping) throw error;
    await stopping.done;
    process.stderr.write(`Stopped after ${run?.known} matches. The same command continues the run.\n`);
    process.exitCode = INTERRUPTED;
  } finally {
    progress.stop();
    await run?.close();
    process.removeListener('SIGINT', onSignal);
    process.removeListener('SIGTERM', onSignal);
  }
}

/** The server that is to play the matches, if one is; where nobody asks for one, nothing of it is loaded. */
async function elsewhereOf({ options, setup, names }: SessionOptions, plan: unknown): Promise<Elsewhere | undefined> {
  if (options.on === undefined) return undefined;
  const { elsewhere } = await import('./elsewhere.ts');
  return await elsewhere(options, { setup, names, plan });
}

/** Writes down what the run is, so that its results can be read before it is finished. Those of an older one are taken away for `fresh`. */
function beginFolder(folder: string, setup: RunSetup, fresh: boolean): void {
  if (fresh)
    for (const file of ['results.jsonl', 'results.csv', 'summary.json']) rmSync(join(folder, file), { force: true });
  writeComplete(
    join(folder, RUN_FILE),
    `${JSON.stringify({ ludus: 'run', version: 1, setup: { ...setup, folder: '' } })}\n`,
  );
}

/** Writes `results.jsonl` and `results.csv` into the run's folder, each complete or not at all, and reports their paths. `result`: for `--json`. */
export function writeResults(
  { run, replays, setup, out, json: print }: Session,
  records: readonly MatchRecord[],
  result: object = {},
): void {
  const json = join(run.folder, 'results.jsonl');
  const csv = join(run.folder, 'results.csv');
  writeComplete(json, records.map((record) => `${toJsonLine(setup, record, run.setting(record))}\n`).join(''));
  writeComplete(csv, toCsv(setup, records));
  sayUnplayed(setup, records);
  if (replays !== undefined) sayUnkept(replays, setup, records);
  out.write(describeFaults(setup, records));
  out.write(`\nResults: ${relative('.', json)} and ${relative('.', csv)}\n`);
  const faults = records.reduce((sum, record) => sum + record.faults.length, 0);
  print?.({ ...result, game: setup.game, matches: records.length, faults, results: json, csv });
}

/** The first match of each cause; there may be hundreds. */
function sayUnplayed(setup: RunSetup, records: readonly MatchRecord[]): void {
  const byCause = new Map<string, MatchRecord[]>();
  for (const record of records) {
    const { failure } = record;
    if (failure !== undefined) byCause.set(failure, [...(byCause.get(failure) ?? []), record]);
  }
  for (const [failure, [first, ...others]] of byCause) {
    const more = others.length === 0 ? '' : `, nor have ${others.length} more`;
    process.stderr.write(`match ${first.id} (${boardName(setup, first)}) has no result${more}: ${failure}\n`);
  }
}

/** Matches that an earlier start of the run played without `--replays` are not played again. */
function sayUnkept(replays: string, setup: RunSetup, records: readonly MatchRecord[]): void {
  const game = gameNamed(setup.game);
  const unkept = records.filter(
    ({ id, failure }) => failure === undefined && !existsSync(join(replays, replayName(game, id))),
  );
  if (unkept.length > 0)
    process.stderr.write(
      `${unkept.length} matches were played before without --replays and have no replay; --fresh plays them again\n`,
    );
}

/** For each player that was disqualified: how often, and the reason the first time. */
function describeFaults(setup: RunSetup, records: readonly MatchRecord[]): string {
  const lines = setup.players.flatMap(({ name }, player) => {
    const faults = records.flatMap((record) =>
      record.faults
        .filter((fault) => record.players[fault.seat] === player)
        .map((fault) => `match ${record.id}, round ${fault.round}: ${fault.sentence}`),
    );
    return faults.length === 0 ? [] : [`${name} was disqualified ${faults.length} times; first in ${faults[0]}\n`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

export function writeSummary({ run }: Session, summary: RunSummary): void {
  writeComplete(
    join(run.folder, 'summary.json'),
    `${JSON.stringify({ ludus: 'summary', version: 1, ...summary }, null, 2)}\n`,
  );
}
