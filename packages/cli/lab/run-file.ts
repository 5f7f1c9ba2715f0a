import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '@ludus/kernel/result.ts';
import { toPrintable } from '@ludus/kernel/token-reader.ts';
import { fitsRun, isSetup, type MatchRecord, planHash, type RunSetup, readJournal } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText, writeComplete } from '@ludus/shell/files.ts';
import { VERSION } from '../version.ts';

/** The file of a run's settings: its boards, players, and limits. The file is in the run's folder from the start. */
export const RUN_FILE = 'run.json';

/** The plan of a run as JSON: the matches to play, and the settings for judging the results. */
export interface RunPlan {
  /** The command that plays the run: `batch`, `duel` … */
  readonly command: string;
  readonly setup: RunSetup;
  /** The other settings that determine the matches. */
  readonly plan: Readonly<Record<string, unknown>>;
  /** The settings that the command needs to judge results: seeds, hypotheses, a format … */
  readonly asked: Readonly<Record<string, unknown>>;
  /** The number of shards, if the run is split. */
  readonly shards?: number | undefined;
}

/** The content of the folder of a run or a part. */
export interface RunFolder extends RunPlan {
  readonly folder: string;
  readonly release: string;
  readonly records: readonly MatchRecord[];
  /** The secret from which the matches' keys are derived; undefined if it isn't in the folder. */
  readonly salt: string | undefined;
}

export const hashOf = ({ setup, plan }: Pick<RunPlan, 'setup' | 'plan'>): string => planHash(setup, plan);

/** Returns the hash that identifies a secret in a plan. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function writeRunFile(folder: string, { command, setup, plan, asked, shards }: RunPlan): void {
  const text = { ludus: 'run', version: 1, release: VERSION, command, setup: { ...setup, folder: '' }, plan, asked };
  writeComplete(join(folder, RUN_FILE), `${JSON.stringify({ ...text, shards })}\n`);
}

/** Reads the setup in a `run.json`, with its other fields. */
export function readRunFile(file: string): { readonly setup: RunSetup } & Partial<Omit<RunFolder, 'setup'>> {
  try {
    const read = JSON.parse(readText(file));
    if (read.ludus === 'run' && read.version === 1 && isSetup(read.setup)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`${file} does not describe the run`);
}

/** Reads the results that a run or a part has so far, without an incomplete last line. */
export function readRunFolder(folder: string): RunFolder {
  const [file, journal] = [join(folder, RUN_FILE), join(folder, 'journal.jsonl')];
  if (!existsSync(file) || !existsSync(journal))
    throw new UsageError(
      `${folder} isn’t a part of a run: it has no ${existsSync(file) ? 'journal.jsonl' : RUN_FILE}; name a folder that a command with --shard has written`,
    );
  const { setup, plan, command, asked, release, shards } = readRunFile(file);
  if (!isObject(plan) || command === undefined || !isObject(asked) || release === undefined)
    throw new UsageError(`${folder} was written by an earlier release of Ludus: play it again with --fresh`);
  const text = readText(journal);
  const read = readJournal(text);
  const head = text.slice(0, text.indexOf('\n'));
  if (!read.ok) throw new UsageError(`${journal}: ${describeProblem(read.problem)}`);
  const records = read.value;
  if (!head.includes(`"${hashOf({ setup, plan })}"`) || !records.every((record) => fitsRun(setup, record)))
    throw new UsageError(`${journal} belongs to a different run from ${file}: play this part again with --fresh`);
  return { folder, command, setup, plan, asked, release, shards, records, salt: saltOf(setup, folder) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a run's secret; undefined if it isn't in the folder. Empty if no match needs this secret, because matches
 * have no keys, or because each match's key is recorded with its result. A secret from the command line is only in the
 * folders of parts.
 */
export function saltOf({ budget, hidden }: RunSetup, folder: string): string | undefined {
  const file = join(folder, 'salt');
  return budget === 'none' || hidden ? '' : existsSync(file) ? readText(file) : undefined;
}

/** Throws an error if these folders aren't parts of the same run. The error names the first difference. */
export function mustBeSameRun(one: RunFolder, other: RunFolder): void {
  const [mine, theirs] = [describe(one), describe(other)];
  const what = Object.keys({ ...theirs, ...mine }).find((each) => mine[each] !== theirs[each]);
  if (what === undefined) return;
  throw new UsageError(
    `${other.folder} is not a part of the same run as ${one.folder}: ${what} ${shown(theirs[what])}, not ${shown(mine[what])}`,
  );
}

/** Returns the settings that must be the same in all parts, by their names in messages. */
function describe({ release, command, setup, plan, asked }: RunFolder): Record<string, string | undefined> {
  const { game, revision, boards, players, budget, limits, target } = setup;
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const settings = Object.entries({ ...(plan.plan as object), ...asked });
  return {
    'the command is': command,
    'the game is': game,
    'the revision is': revision,
    'the release of Ludus is': release,
    'the players are': players.map(({ name }) => name).join(', '),
    ...Object.fromEntries(
      players.map(({ name, spec, fingerprint }) => [`the contents of ${name} are`, `${fingerprint} (${spec})`]),
    ),
    'the boards are': boards.map(({ name }) => name).join(', '),
    ...Object.fromEntries(boards.map(({ name, text: board }) => [`the board ${name} is`, board])),
    'the budget is': budget,
    'the limits are': text(limits),
    'the target is': target,
    'the secret’s hash is': text(plan.secret),
    ...Object.fromEntries(settings.map(([name, value]) => [`the setting “${name}” is`, text(value)])),
  };
}

/** Maximum length of a value in a message, in characters. Longer values are truncated. */
const MAX_SHOWN = 60;

const shown = (value: string | undefined): string =>
  value === undefined ? 'missing' : toPrintable(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
