import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { JournalBusy, JournalForeign } from '@ludus/lab/batch/journal.ts';
import { LabRun } from '@ludus/lab/batch/lab-run.ts';
import { type MatchRecord, planHash, type RunSetup } from '@ludus/lab/batch/plan.ts';
import { replayName } from '@ludus/lab/batch/play.ts';
import { PoolClosed, RunUnfit } from '@ludus/lab/batch/pool.ts';
import { boardName, toCsv, toJsonLine } from '@ludus/lab/batch/results.ts';
import type { RunSummary } from '@ludus/lab/batch/run-summary.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import { gameNamed } from '../games.ts';
import { answerMs } from '../limits.ts';
import { Progress } from './progress.ts';
import type { LabOptions } from './setup.ts';
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
}

export interface SessionOptions {
  /** `batch`, `duel` …: the beginning of the folder's name. */
  readonly command: string;
  readonly setup: RunSetup;
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
  const folder = options.out ?? join('runs', `${command}-${planHash(setup, plan).slice(0, 8)}`);
  makeFolder(folder);
  const replays = options.replays ? resolve(folder, 'replays') : undefined;
  if (replays !== undefined) makeFolder(replays);
  const progress = new Progress();
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
      stallMs: options.stall * 1000,
      answerMs: answerMs(setup.limits),
      onPlayed: () => progress.step(),
    });
    beginFolder(folder, setup, options.fresh === true);
    if (run.known > 0)
      process.stderr.write(`${run.known} matches of this run were played before (${folder}); --fresh begins anew\n`);
    progress.start(run.known, given.total);
    await play({ run, replays, setup, progress });
  } catch (error) {
    progress.stop();
    if (error instanceof JournalBusy || error instanceof JournalForeign || error instanceof RunUnfit)
      throw new UsageError(error.message);
    if (!(error instanceof PoolClosed) || !stopping) throw error;
    await stopping.done;
    process.stderr.write(`Stopped after ${run?.known} matches; the same command goes on from there.\n`);
    process.exitCode = INTERRUPTED;
  } finally {
    progress.stop();
    await run?.close();
    process.removeListener('SIGINT', onSignal);
    process.removeListener('SIGTERM', onSignal);
  }
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

/** Writes `results.jsonl` and `results.csv` into the run's folder, complete or not at all, and says where they are. */
export function writeResults({ run, replays, setup }: Session, records: readonly MatchRecord[]): void {
  const json = join(run.folder, 'results.jsonl');
  const csv = join(run.folder, 'results.csv');
  writeComplete(json, records.map((record) => `${toJsonLine(setup, record, run.setting(record))}\n`).join(''));
  writeComplete(csv, toCsv(setup, records));
  sayUnplayed(setup, records);
  if (replays !== undefined) sayUnkept(replays, setup, records);
  process.stdout.write(describeFaults(setup, records));
  process.stdout.write(`\nResults: ${relative('.', json)} and ${relative('.', csv)}\n`);
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
      `matches played before without --replays, which have none: ${unkept.length}; --fresh plays them again\n`,
    );
}

/** For each player that was taken out of a match: how often, and what was said the first time. */
function describeFaults(setup: RunSetup, records: readonly MatchRecord[]): string {
  const lines = setup.players.flatMap(({ name }, player) => {
    const faults = records.flatMap((record) =>
      record.faults
        .filter((fault) => record.players[fault.seat] === player)
        .map((fault) => `match ${record.id}, round ${fault.round}: ${fault.sentence}`),
    );
    return faults.length === 0 ? [] : [`${name} was taken out ${faults.length} times; first in ${faults[0]}\n`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

export function writeSummary({ run }: Session, summary: RunSummary): void {
  writeComplete(
    join(run.folder, 'summary.json'),
    `${JSON.stringify({ ludus: 'summary', version: 1, ...summary }, null, 2)}\n`,
  );
}
