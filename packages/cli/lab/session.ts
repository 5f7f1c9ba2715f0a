import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { toPrintable } from '@ludus/kernel/token-reader.ts';
import { InvalidRunError, LabRun, PoolClosedError } from '@ludus/lab/lab-run.ts';
import {
  boardName,
  dealtTo,
  ForeignJournalError,
  JournalBusyError,
  type MatchRecord,
  type MatchSpec,
  mergeRecords,
  type RunSetup,
  type RunSummary,
  recorded,
  replayName,
  type Shard,
  type Stage,
  settingOf,
  toCsv,
  toJsonLine,
  UnplayedStageError,
} from '@ludus/lab/results.ts';
import { INTERRUPTED, UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import { gameNamed } from '../games.ts';
import { answerMs } from '../limits.ts';
import { printJson, textOutput } from '../say.ts';
import { VERSION } from '../version.ts';
import { Progress } from './progress.ts';
import { hashOf, mustBeSameRun, type RunPlan, readRunFolder, secretHash, writeRunFile } from './run-file.ts';
import { type LabOptions, RUNS_FOLDER } from './setup.ts';

/** Time that Ctrl-C waits for the running matches, in milliseconds. */
const GRACE_MS = 2000;

/** The functions with which a command plays its matches, or finds their results. */
export interface Session {
  readonly setup: RunSetup;
  readonly folder: string;
  /** The folder for replays; undefined if none are kept. */
  readonly replays: string | undefined;
  /** The number of matches that are worth requesting at the same time. */
  readonly ahead: number;
  /**
   * `pair`: the number of the pair in a duel. Rejects with an `UnplayedPairError` if the session can't play the match.
   */
  play(spec: MatchSpec, pair: number): Promise<MatchRecord>;
  /** Rejects with an `UnplayedStageError` if the session can't play the matches. */
  playAll(specs: readonly MatchSpec[]): Promise<MatchRecord[]>;
  /** Returns a hash of everything that determines this match, except its seed and its players. */
  setting(spec: MatchSpec): string;
  /** Sets the text next to the progress bar. */
  note(text: string): void;
  /** Prints a line while matches are played. */
  say(line: string): void;
  /** The stream for text that people read. */
  readonly out: NodeJS.WriteStream;
  /** The command's final output as JSON; undefined without `--json`. */
  readonly json: ((result: object) => void) | undefined;
}

/** Plays a run, and returns the function that prints and writes its results. */
export type PlayRun<Asked> = (session: Session, asked: Asked) => Promise<() => void>;

export interface SessionOptions<Asked> extends Pick<RunPlan, 'command' | 'setup' | 'plan'> {
  readonly asked: Asked;
  readonly options: Omit<LabOptions, 'budget'>;
  /** The total number of matches; undefined if it isn't known. */
  readonly total?: number;
}

/**
 * Opens the run's folder, plays the run or a shard of it, and always closes it. On Ctrl-C (or SIGTERM), waits a moment
 * for the running matches, prints how to continue, and exits with 130. A second signal exits immediately.
 */
export async function session<Asked extends object>(given: SessionOptions<Asked>, play: PlayRun<Asked>): Promise<void> {
  const { options, command, setup } = given;
  const { secret, shard, merged } = options;
  const plan = {
    command,
    plan: given.plan,
    ...(secret !== undefined && { secret: secretHash(secret) }),
  };
  mustSplit(setup, options);
  const asked = given.asked as RunPlan['asked'];
  const own: RunPlan = { command, setup, plan, asked, ...(shard && { shards: shard.of }) };
  const folder =
    options.output ?? join(RUNS_FOLDER, `${folderName(own)}${shard ? `-part-${shard.index}-of-${shard.of}` : ''}`);
  const earlier = merged !== undefined && existsSync(merged) ? readRunFolder(merged) : undefined;
  if (earlier) mustBeSameRun({ ...own, folder, release: VERSION, records: [], salt: undefined }, earlier);
  makeFolder(folder);
  const replays = options.replays ? resolve(folder, 'replays') : undefined;
  if (replays !== undefined) makeFolder(replays);
  const out = textOutput(options.json);
  const json = jsonPrinter(command, options.json);
  const progress = new Progress(() => out);
  let run: LabRun | undefined;
  let stopping: { since: number; done: Promise<void> | undefined } | undefined;
  const onSignal = () => {
    // A terminal and a wrapper may both forward the same Ctrl-C.
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
      workerModule: new URL('./match-worker.ts', import.meta.url),
      workers: options.jobs ?? availableParallelism(),
      stallMs: options.stall * 1000,
      answerMs: answerMs(setup.limits),
      onPlayed: () => progress.step(),
    });
    const playing = run;
    if (options.fresh) forgetResults(folder);
    writeRunFile(folder, own);
    if (run.known > 0)
      process.stderr.write(`continuing the run in ${folder} with ${run.known} matches; --fresh starts again\n`);
    if (shard) {
      // The whole run has one secret, and merging the run's parts needs this secret.
      if (secret !== undefined && !setup.hidden) writeComplete(join(folder, 'salt'), secret);
      const known = mergeRecords([earlier?.records ?? []]).records;
      const stage = await nextStage(recordedSession({ setup, folder }, known, secret ?? ''), given.asked, play);
      const mine = dealtTo(stage, shard);
      progress.start(mine.filter(({ id }) => playing.has(id)).length, mine.length);
      await run.playAll(mine);
      progress.stop();
      out.write(describePart(folder, shard, mine.length, merged));
      json?.({ part: shard.index, of: shard.of, matches: mine.length, folder });
      return;
    }
    progress.start(run.known, given.total);
    const conclude = await play(
      {
        setup,
        folder,
        replays,
        ahead: run.appetite,
        play: (spec) => playing.play(spec),
        playAll: (specs) => playing.playAll(specs),
        setting: (spec) => playing.setting(spec),
        note: (text) => progress.note(text),
        say: (line) => progress.say(line),
        out,
        json,
      },
      given.asked,
    );
    progress.stop();
    conclude();
  } catch (error) {
    progress.stop();
    if (error instanceof JournalBusyError || error instanceof ForeignJournalError || error instanceof InvalidRunError)
      throw new UsageError(error.message);
    if (!(error instanceof PoolClosedError) || !stopping) throw error;
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

export const jsonPrinter = (command: string, isAsked: boolean | undefined): Session['json'] =>
  isAsked ? (result) => printJson({ command, ...result }) : undefined;

/** Returns the name of a run's folder if the user names none. */
export const folderName = (run: Pick<RunPlan, 'command' | 'setup' | 'plan'>): string =>
  `${run.command}-${hashOf(run).slice(0, 8)}`;

function mustSplit({ budget }: RunSetup, { shard, merged, secret }: SessionOptions<object>['options']): void {
  if (merged !== undefined && !shard) throw new UsageError('--merged needs --shard');
  if (shard && budget !== 'none' && secret === undefined)
    throw new UsageError(
      'with --shard and a budget, all parts need the same --secret WORD, because it determines the luck in matches; or use --budget none',
    );
}

/**
 * Returns a session that plays no matches. If a result doesn't exist, the session ends with an `UnplayedStageError`.
 */
export function recordedSession(
  { setup, folder, replays }: Pick<Session, 'setup' | 'folder'> & { readonly replays?: string | undefined },
  records: ReadonlyMap<string, MatchRecord>,
  salt: string,
): Session {
  return {
    setup,
    folder,
    replays,
    ahead: 1,
    ...recorded(records),
    setting: (spec) => settingOf(setup, salt, spec),
    note() {},
    say() {},
    out: process.stdout,
    json: undefined,
  };
}

/** Returns the matches that can be played now; an empty array if the run has ended. */
async function nextStage<Asked>(given: Session, asked: Asked, play: PlayRun<Asked>): Promise<Stage> {
  try {
    await play(given, asked);
    return [];
  } catch (error) {
    if (error instanceof UnplayedStageError) return error.stage;
    throw error;
  }
}

function describePart(folder: string, { index, of }: Shard, matches: number, merged: string | undefined): string {
  const all = merged === undefined ? '' : ` -o ${merged}`;
  return `Part ${index} of ${of}: ${matches} matches are in ${relative('.', folder) || '.'}. Once all parts are complete: ludus merge PARTS${all}\n`;
}

/** Removes the result files that earlier starts of the run wrote. */
export function forgetResults(folder: string): void {
  for (const file of ['results.jsonl', 'results.csv', 'summary.json']) rmSync(join(folder, file), { force: true });
}

/**
 * Writes `results.jsonl` and `results.csv` into the run's folder, each complete or not at all, and reports their paths.
 * `result`: the output for `--json`.
 */
export function writeResults(
  { folder, replays, setup, setting, out, json: print }: Session,
  records: readonly MatchRecord[],
  result: object = {},
): void {
  const json = join(folder, 'results.jsonl');
  const csv = join(folder, 'results.csv');
  writeComplete(json, records.map((record) => `${toJsonLine(setup, record, setting(record))}\n`).join(''));
  writeComplete(csv, toCsv(setup, records));
  sayUnplayed(setup, records);
  if (replays !== undefined) sayUnkept(replays, setup, records);
  out.write(describeFaults(setup, records));
  out.write(`\nResults: ${relative('.', json)} and ${relative('.', csv)}\n`);
  const faults = records.reduce((sum, record) => sum + record.faults.length, 0);
  print?.({ ...result, game: setup.game, matches: records.length, faults, results: json, csv });
}

/** Reports only the first unplayed match for each cause, since there may be hundreds. */
function sayUnplayed(setup: RunSetup, records: readonly MatchRecord[]): void {
  const byCause = new Map<string, MatchRecord[]>();
  for (const record of records) {
    const { failure } = record;
    if (failure !== undefined) byCause.set(failure, [...(byCause.get(failure) ?? []), record]);
  }
  for (const [failure, [first, ...others]] of byCause) {
    const more =
      others.length === 0
        ? ''
        : `, and ${others.length} more ${others.length === 1 ? 'match has' : 'matches have'} none`;
    process.stderr.write(
      `match ${first.id} (${boardName(setup, first)}) has no result${more}: ${toPrintable(failure)}\n`,
    );
  }
}

/**
 * Reports matches without replays. An earlier start of the run played them without `--replays`, and they aren't played
 * again.
 */
function sayUnkept(replays: string, setup: RunSetup, records: readonly MatchRecord[]): void {
  const game = gameNamed(setup.game);
  const unkept = records.filter(
    ({ id, failure }) => failure === undefined && !existsSync(join(replays, replayName(game, id))),
  );
  if (unkept.length > 0)
    process.stderr.write(
      `${unkept.length} earlier matches were played without --replays and have no replay; --fresh plays them again\n`,
    );
}

/** Returns the number of disqualifications of each player, and the reason for the first disqualification. */
function describeFaults(setup: RunSetup, records: readonly MatchRecord[]): string {
  const lines = setup.players.flatMap(({ name }, player) => {
    const faults = records.flatMap((record) =>
      record.faults
        .filter((fault) => record.players[fault.seat] === player)
        .map((fault) => `match ${record.id}, round ${fault.round}: ${toPrintable(fault.sentence)}`),
    );
    return faults.length === 0 ? [] : [`${name} was disqualified ${faults.length} times; first in ${faults[0]}\n`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

export function writeSummary({ folder }: Session, summary: RunSummary): void {
  writeComplete(
    join(folder, 'summary.json'),
    `${JSON.stringify({ ludus: 'summary', version: 1, ...summary }, null, 2)}\n`,
  );
}
