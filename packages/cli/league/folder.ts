import { existsSync, lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeProblem } from '@ludus/kernel/result.ts';
import {
  agentFile,
  commitmentFile,
  entriesFile,
  type LeagueFile,
  leagueFile,
  leagueText,
  type RoundFile,
  readLeagueFile,
  roundFile,
  type SourceFile,
} from '@ludus/lab/league.ts';
import { type ResultLine, readResults } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { errorReason, PARTIAL, readText, writeComplete } from '@ludus/shell/files.ts';
import { removeTree } from './remove-tree.ts';
import { readSources } from './sources.ts';

const FORMATS = {
  league: leagueFile,
  commitment: commitmentFile,
  agent: agentFile,
  entries: entriesFile,
  round: roundFile,
} as const;
type Formats = typeof FORMATS;
type FileOf<K extends keyof Formats> = Formats[K] extends { _zod: { output: infer T } } ? T : never;

/** Returns the name of a round's folder in the league's folder of rounds. */
export const roundName = (round: number): string => String(round).padStart(2, '0');

/** The files of a league. Each is written completely or not at all. */
export class LeagueFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  round(round: number): string {
    return this.path('rounds', roundName(round));
  }

  /** The working folder of agents and matches, whose content is temporary. */
  get work(): string {
    return this.path('work');
  }

  sources(round: number, bot: string): string {
    return join(this.round(round), 'sources', bot);
  }

  replays(round: number): string {
    return join(this.round(round), 'replays');
  }

  /** Checks whether this path exists in the league's folder, and contains no links below this folder. */
  holds(path: string): boolean {
    return existsSync(path) && realpathSync(path) === join(realpathSync(this.folder), relative(this.folder, path));
  }

  /**
   * Reads the source files with which a bot plays in a round. Throws a `UsageError` if they are missing or outside of
   * the league's folder.
   */
  readSources(round: number, bot: string): SourceFile[] {
    const at = this.sources(round, bot);
    if (!this.holds(at)) throw new UsageError(`cannot read ${at}: it is missing, or its path contains a link`);
    return readSources(at);
  }

  /** Reads a regular file; undefined if it is missing. Reading a pipe might block forever. */
  text(file: string): string | undefined {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile()) throw new UsageError(`cannot read ${file}: it isn’t a regular file`);
    return readText(file);
  }

  /** Reads a file of the league; undefined if it is missing. Throws a `UsageError` if it is invalid. */
  read<K extends keyof Formats>(kind: K, file: string): FileOf<K> | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const read = readLeagueFile(FORMATS[kind] as never, text);
    if (!read.ok) throw new UsageError(`${file} isn’t a file of a league: ${describeProblem(read.problem)}`);
    return read.value as FileOf<K>;
  }

  write(file: string, content: object): void {
    writeComplete(file, leagueText(content));
  }

  league(): LeagueFile {
    const found = this.read('league', this.path('league.json'));
    if (found === undefined) throw new UsageError(`${this.folder} isn’t a league: it has no league.json`);
    return found;
  }

  roundFile(round: number): RoundFile | undefined {
    return this.read('round', join(this.round(round), 'round.json'));
  }

  results(round: number): ResultLine[] {
    const file = join(this.round(round), 'results.jsonl');
    const text = this.text(file);
    if (text === undefined) throw new UsageError(`cannot read ${file}: there is no such file`);
    const read = readResults(text);
    if (!read.ok) throw new UsageError(`${file}: ${describeProblem(read.problem)}`);
    // The match's id is part of a file name.
    const strange = read.value.find(({ match }) => !/^[\w-]{1,100}$/.test(match));
    if (strange) throw new UsageError(`${file}: ${JSON.stringify(strange.match)} isn’t a valid match id`);
    return read.value;
  }

  /** Removes the partial files of a killed process. */
  sweep(): void {
    this.clearWork();
    for (const name of readdirSync(this.folder))
      if (isUnfinished(name)) rmSync(this.path(name), { recursive: true, force: true });
    sweepPartial(this.path('rounds'));
  }

  /** Checks whether the folder is empty, or contains only the first files of a league whose secret has this hash. */
  isUnused(hash: string | undefined): boolean {
    const isOurs = (name: string) => name === 'secret.sha256' && this.text(this.path(name)) === hash;
    return readdirSync(this.folder).every((name) => isOurs(name) || isUnfinished(name));
  }

  /** Throws a `UsageError` if a link would redirect the league's files. Links in source files are never followed. */
  mustHaveNoLinks(): void {
    const check = (path: string): void => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink())
        throw new UsageError(
          `cannot write into ${this.folder}: ${path} is a link; remove it, or choose another folder`,
        );
      if (stats?.isDirectory() && !IS_SOURCES.test(path)) for (const name of readdirSync(path)) check(join(path, name));
    };
    for (const name of ['rounds', ...OWN_FILES]) check(this.path(name));
  }

  /** Removes the working folder of agents and matches. If this fails, keeps only the agents' files. */
  clearWork(): void {
    if (removalProblem(this.work) === undefined || !existsSync(this.work)) return;
    for (const name of readdirSync(this.work)) if (name !== 'agents') removeTree(join(this.work, name));
  }
}

/** The files next to the rounds. */
const OWN_FILES = ['league.json', 'secret.sha256', 'report.html'];

/** Checks whether this is a partial file next to the rounds. */
const isUnfinished = (name: string): boolean => PARTIAL.test(name) && OWN_FILES.includes(name.replace(PARTIAL, ''));

/** Removes a folder. Returns the reason why the folder can't be removed; undefined if it has been removed. */
export function removalProblem(folder: string): string | undefined {
  try {
    removeTree(folder);
    return undefined;
  } catch (error) {
    return errorReason(error);
  }
}

/** Matches the folder of a bot's source files. */
const IS_SOURCES = /[/\\]sources[/\\][^/\\]+$/;

/** Removes partial files and folders. Bots' source files may have such names, so this function skips source files. */
function sweepPartial(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.partial')) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory() && !IS_SOURCES.test(path)) sweepPartial(path);
  }
}
