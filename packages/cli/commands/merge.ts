import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRevision } from '@ludus/game/replay.ts';
import {
  countShards,
  ForeignJournalError,
  Journal,
  JournalBusyError,
  lineOfMatch,
  type MatchRecord,
  type MatchSpec,
  mergeRecords,
  planDifference,
  type Stage,
  UnplayedStageError,
} from '@ludus/lab/results.ts';
import { NOT_YET, UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { gameNamed } from '../games.ts';
import { boardsFor } from '../lab/boards-for.ts';
import {
  hashOf,
  mustBeSameRun,
  RUN_FILE,
  type RunFolder,
  readRunFolder,
  secretHash,
  writeRunFile,
} from '../lab/run-file.ts';
import { folderName, forgetResults, jsonPrinter, type PlayRun, recordedSession, type Session } from '../lab/session.ts';
import { RUNS_FOLDER } from '../lab/setup.ts';
import { jsonOption } from '../option-values.ts';
import { textOutput } from '../say.ts';

/**
 * Maximum value of a count. No run needs a larger count, and an array with this number of elements fits into memory.
 */
const MAX_COUNT = 1_000_000;
const count = z.int().check(z.positive(), z.maximum(MAX_COUNT));
const seeds = z.array(z.int());
const teams = z.optional(z.array(z.int()));
const rate = z.number().check(z.positive(), z.lt(0.5));

/**
 * By command: the schema of the settings that determine the command's matches, and the function that computes results
 * from matches.
 */
const PLAYS: Readonly<Record<string, { readonly asked: z.ZodMiniType; readonly load: () => Promise<PlayRun<never>> }>> =
  {
    batch: {
      asked: z.object({ seeds, rotate: z.boolean(), teams }),
      load: async () => (await import('./batch.ts')).playBatch,
    },
    duel: {
      asked: z.object({
        ...{ elo0: z.number(), elo1: z.number(), alpha: rate, beta: rate, limit: z.int().check(z.positive()) },
        ...{ seats: count, teams, fillers: z.int(), boards: z.int(), firstSeed: z.int(), pairs: count },
      }),
      load: async () => (await import('./duel.ts')).playAskedDuel,
    },
    strength: {
      asked: z.object({ seeds, names: z.array(z.string()) }),
      load: async () => (await import('./strength.ts')).playStrength,
    },
    tournament: {
      asked: z.object({
        ...{ format: z.string(), seed: z.int(), matches: z.optional(count), rounds: z.optional(count) },
        ...{ seats: count, teams, games: count },
      }),
      load: async () => (await import('./tournament.ts')).playAskedTournament,
    },
  };

/** `ludus merge`: merges the parts that were played with `--shard` into one run. */
export function merge(program: Command): void {
  program
    .command('merge')
    .description('Merge the parts of a run that was split into shards')
    .argument('<parts...>', 'folders of parts, in any order')
    .option('-o, --output <folder>', 'folder for the results (default: the folder that the run has without shards)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The results are the same as without shards, byte for byte. You can name a part twice, and merge before all parts exist.
With --json, prints the JSON object of the command that was split.
Exit code: 75 if more must be played (the output describes the next step); otherwise as for the command that was split.

Example:
  ludus merge parts/* -o merged`,
    )
    .action(run);
}

async function run(folders: string[], { output, json }: { output?: string; json?: boolean }): Promise<void> {
  const parts = folders.map(readRunFolder);
  const [first] = parts;
  for (const part of parts) mustBeSameRun(first, part);
  const command = Object.hasOwn(PLAYS, first.command) ? PLAYS[first.command] : undefined;
  if (!command)
    throw new UsageError(`${first.folder}: Ludus has no command ${first.command} that can be split into shards`);
  mustBeSettings(command.asked, first);
  const salt = saltOfAll(parts);
  const folder = output ?? join(RUNS_FOLDER, folderName(first));
  const earlier = existsSync(join(folder, RUN_FILE)) ? [readRunFolder(folder)] : [];
  for (const run of earlier) mustBeSameRun(first, run);
  const runs = [...parts, ...earlier];
  const { contradiction } = mergeRecords(runs.map((each) => each.records));
  if (contradiction) {
    const [one, other] = contradiction.parts.map((part) => runs[part].folder);
    throw new UsageError(
      `${one} and ${other} have different results for match ${contradiction.id}: merge without one of these parts`,
    );
  }
  const { records: found } = mergeRecords(parts.map((part) => part.records));
  // Includes the results of earlier merges into the same folder.
  const records = new Map([
    ...found,
    ...earlier.flatMap((run) => run.records.map((record) => [record.id, record] as const)),
  ]);
  const recorded = recordedSession({ setup: first.setup, folder, replays: replaysOf(runs, folder) }, records, salt);
  const session = {
    ...asPlanned(recorded, runs),
    out: textOutput(json),
    json: jsonPrinter(first.command, json),
  };
  const play = (await command.load()) as unknown as PlayRun<RunFolder['asked']>;
  const conclude = await play(session, first.asked).catch((error) => {
    if (!(error instanceof UnplayedStageError)) throw error;
    return () => {
      process.stdout.write(describeMissing(error.stage, parts, records, folder));
      process.exitCode = NOT_YET;
    };
  });
  // Nothing is written until the results match the plan.
  makeFolder(folder);
  const journal = openJournal(folder, first);
  try {
    for (const record of records.values()) journal.append(record);
    keepReplays(parts, folder);
    forgetResults(folder);
    writeRunFile(folder, { ...first, shards: undefined });
    conclude();
  } finally {
    await journal.close();
  }
}

/**
 * Returns the run's secret. Throws an error that names a part without a secret, or a part whose secret differs from the
 * first part's.
 */
function saltOfAll(parts: readonly RunFolder[]): string {
  const [first] = parts;
  for (const { folder, salt, setup, plan } of parts) {
    if (salt === undefined) throw new UsageError(`${folder} has no file “salt”: play this part again with --fresh`);
    const isUsed = setup.budget !== 'none' && !setup.hidden;
    if (isUsed && secretHash(salt) !== (plan.secret ?? secretHash(first.salt!)))
      throw new UsageError(`${join(folder, 'salt')} isn’t the secret of this run: play this part again with --fresh`);
  }
  return first.salt!;
}

/** Throws an error if a part's file has settings that its command can't have written. */
function mustBeSettings(schema: z.ZodMiniType, { folder, setup, asked }: RunFolder): void {
  const file = join(folder, RUN_FILE);
  const read = schema.safeParse(asked);
  if (!read.success) {
    const { path, message } = read.error.issues[0];
    throw new UsageError(`${file} does not describe the run (asked.${path.join('.')}: ${message})`);
  }
  const { boards = setup.boards.length, fillers = setup.players.length - 2, seats, teams } = asked;
  if (boards !== setup.boards.length || fillers !== setup.players.length - 2)
    throw new UsageError(`${file} does not describe the run (asked: the number of boards or bots differs)`);
  if (typeof seats !== 'number') return;
  try {
    const game = inRevision(gameNamed(setup.game), setup.revision);
    const on = boardsFor(game, setup.boards, { exactly: seats }, true);
    if (JSON.stringify(on.teams) === JSON.stringify(teams)) return;
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
  }
  throw new UsageError(`${file} does not describe the run (asked.teams: the teams of the boards differ)`);
}

/**
 * Returns a session that compares each result with the planned match before it returns the result. The error for a
 * mismatch names the file and the line.
 */
function asPlanned(session: Session, runs: readonly RunFolder[]): Session {
  const results = new Map<string, { readonly folder: string; readonly record: MatchRecord }[]>();
  for (const { folder, records } of runs)
    for (const record of records) results.set(record.id, [...(results.get(record.id) ?? []), { folder, record }]);
  const mustBePlanned = (spec: MatchSpec): void => {
    for (const { folder, record } of results.get(spec.id) ?? []) {
      const difference = planDifference(spec, record);
      if (difference === undefined) continue;
      const file = join(folder, 'journal.jsonl');
      throw new UsageError(`${file}: line ${lineOfMatch(readText(file), spec.id)}: match ${spec.id} has ${difference}`);
    }
  };
  return {
    ...session,
    async play(spec, pair) {
      mustBePlanned(spec);
      return await session.play(spec, pair);
    },
    async playAll(specs) {
      for (const spec of specs) mustBePlanned(spec);
      return await session.playAll(specs);
    },
  };
}

function openJournal(folder: string, run: RunFolder): Journal {
  try {
    return new Journal(folder, hashOf(run), false, run.setup);
  } catch (error) {
    if (error instanceof JournalBusyError || error instanceof ForeignJournalError) throw new UsageError(error.message);
    throw error;
  }
}

const REPLAYS = 'replays';

/** Returns the folder for the replays of all parts; undefined if no part has any. */
const replaysOf = (runs: readonly RunFolder[], folder: string): string | undefined =>
  runs.some((run) => existsSync(join(run.folder, REPLAYS))) ? join(folder, REPLAYS) : undefined;

/** Copies the replays of all parts. */
function keepReplays(parts: readonly RunFolder[], folder: string): void {
  for (const part of parts) {
    const from = join(part.folder, REPLAYS);
    if (existsSync(from)) cpSync(from, join(folder, REPLAYS), { recursive: true });
  }
}

/** Describes which results are missing (by shard if possible), and what to do next. */
function describeMissing(
  stage: Stage,
  parts: readonly RunFolder[],
  records: ReadonlyMap<string, unknown>,
  folder: string,
): string {
  const total = stage.flat().length;
  const known = stage.flat().filter(({ id }) => records.has(id)).length;
  const next = `run the commands of all parts again with --merged ${folder}, then merge again`;
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
  return `${lines.join('')}Run the commands of these parts again, then merge again.\n`;
}

/** Formats ascending numbers as `1–3, 7`. */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
