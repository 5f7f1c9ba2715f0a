import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  countShards,
  Journal,
  JournalBusy,
  JournalForeign,
  mergeRecords,
  type Stage,
  StageUnplayed,
} from '@ludus/lab/results.ts';
import { NOT_YET, UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { hashOf, mustBeSameRun, RUN_FILE, type RunFolder, readRunFolder, writeRunFile } from '../lab/run-file.ts';
import { folderName, forgetResults, jsonPrinter, type Play, recordedSession } from '../lab/session.ts';
import { RUNS_FOLDER } from '../lab/setup.ts';
import { jsonOption } from '../option-values.ts';
import { textOutput } from '../say.ts';

/** By command: what makes results of matches. */
const PLAYS: Readonly<Record<string, () => Promise<Play<never>>>> = {
  batch: async () => (await import('./batch.ts')).playBatch,
  duel: async () => (await import('./duel.ts')).playAskedDuel,
  strength: async () => (await import('./strength.ts')).playStrength,
  tournament: async () => (await import('./tournament.ts')).playAskedTournament,
};

/** `ludus merge`: one run of the parts that were played with `--shard`. */
export function merge(program: Command): void {
  program
    .command('merge')
    .description('Merge the parts of a run in shards')
    .argument('<parts...>', 'folders of parts, in any order')
    .option('-o, --output <folder>', 'folder for the results (default: the folder of the run without shards)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The results equal those of the run without shards, byte for byte. You can name a part twice, and merge before all parts
exist.
With --json, prints the JSON object of the command that was split.
Exit code: 75 if there is more to play, which it prints; otherwise the exit code of the command that was split.

Example:
  ludus merge parts/* -o merged`,
    )
    .action(run);
}

async function run(folders: string[], { output, json }: { output?: string; json?: boolean }): Promise<void> {
  const parts = folders.map(readRunFolder);
  const [first] = parts;
  for (const part of parts) mustBeSameRun(first, part);
  const load = Object.hasOwn(PLAYS, first.command) ? PLAYS[first.command] : undefined;
  if (!load) throw new UsageError(`${first.folder}: there is no command ${first.command} that can be split`);
  const salt = parts.map((part) => part.salt).find((each) => each !== undefined);
  if (salt === undefined) throw new UsageError(`${first.folder} has no file salt: play this part again with --fresh`);
  const folder = output ?? join(RUNS_FOLDER, folderName(first));
  if (existsSync(join(folder, RUN_FILE))) mustBeSameRun(first, readRunFolder(folder));
  makeFolder(folder);
  const { records, differing } = mergeRecords(parts.map((part) => part.records));
  if (differing > 0) process.stderr.write(`${differing} matches have different results in several parts; one counts\n`);
  const journal = openJournal(folder, first);
  try {
    for (const record of records.values()) journal.append(record);
    const replays = keepReplays(parts, folder);
    forgetResults(folder);
    writeRunFile(folder, { ...first, shards: undefined });
    const play = (await load()) as unknown as Play<RunFolder['asked']>;
    const session = {
      ...recordedSession({ setup: first.setup, folder, replays }, journal.records, salt),
      out: textOutput(json),
      json: jsonPrinter(first.command, json),
    };
    (await play(session, first.asked))();
  } catch (error) {
    if (!(error instanceof StageUnplayed)) throw error;
    process.stdout.write(describeMissing(error.stage, parts, journal.records, folder));
    process.exitCode = NOT_YET;
  } finally {
    await journal.close();
  }
}

function openJournal(folder: string, run: RunFolder): Journal {
  try {
    return new Journal(folder, hashOf(run), false, run.setup);
  } catch (error) {
    if (error instanceof JournalBusy || error instanceof JournalForeign) throw new UsageError(error.message);
    throw error;
  }
}

/** Copies the replays of all parts; where they are now, or undefined if no part has any. */
function keepReplays(parts: readonly RunFolder[], folder: string): string | undefined {
  const to = join(folder, 'replays');
  for (const part of parts) {
    const from = join(part.folder, 'replays');
    if (existsSync(from)) cpSync(from, to, { recursive: true });
  }
  return existsSync(to) ? to : undefined;
}

/** Which matches have no results yet, by the shards that play them, and what to do next. */
function describeMissing(
  stage: Stage,
  parts: readonly RunFolder[],
  records: ReadonlyMap<string, unknown>,
  folder: string,
): string {
  const total = stage.flat().length;
  const known = stage.flat().filter(({ id }) => records.has(id)).length;
  const next = `give the commands of all parts again with --merged ${folder}, then merge again`;
  if (known === 0 && records.size > 0)
    return `Not decided after ${records.size} matches. To play ${total} more, ${next}.\n`;
  const [of, ...others] = new Set(parts.map(({ shards = 1 }) => shards));
  if (others.length > 0) return `${total - known} of ${total} matches have no results yet: ${next}.\n`;
  const counts = countShards(stage, of, (id) => records.has(id));
  const missing = counts.filter((each) => each.known === 0).map(({ index }) => index);
  const lines = counts
    .filter((each) => each.known > 0 && each.known < each.matches)
    .map((each) => `Part ${each.index} of ${of} is not finished: it has ${each.known} of ${each.matches} matches.\n`);
  if (missing.length > 0)
    lines.unshift(
      `${missing.length === 1 ? 'Part' : 'Parts'} ${ranges(missing)} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing.\n`,
    );
  return `${lines.join('')}Give the commands of these parts again, then merge again.\n`;
}

/** `1–3, 7`: ascending numbers. */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
