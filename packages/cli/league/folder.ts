import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
} from '@ludus/lab/league.ts';
import { type ResultLine, readResults } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText, writeComplete } from '@ludus/shell/files.ts';

const FORMATS = {
  league: leagueFile,
  commitment: commitmentFile,
  agent: agentFile,
  entries: entriesFile,
  round: roundFile,
} as const;
type Formats = typeof FORMATS;
type FileOf<K extends keyof Formats> = Formats[K] extends { _zod: { output: infer T } } ? T : never;

/** A round's folder in the league's folder of rounds. */
export const roundName = (round: number): string => String(round).padStart(2, '0');

/** The files of a league. Each is written whole or not at all. */
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

  /** Where agents and matches work; nothing in it is kept. */
  get work(): string {
    return this.path('work');
  }

  sources(round: number, bot: string): string {
    return join(this.round(round), 'sources', bot);
  }

  replays(round: number): string {
    return join(this.round(round), 'replays');
  }

  /** Reads a file of the league; undefined where it is missing. Throws a `UsageError` for one that does not fit. */
  read<K extends keyof Formats>(kind: K, file: string): FileOf<K> | undefined {
    if (!existsSync(file)) return undefined;
    const read = readLeagueFile(FORMATS[kind] as never, readText(file));
    if (!read.ok) throw new UsageError(`${file} isn’t a file of a league: ${describeProblem(read.problem)}`);
    return read.value as FileOf<K>;
  }

  write(file: string, content: object): void {
    writeComplete(file, leagueText(content));
  }

  league(): LeagueFile {
    const found = this.read('league', this.path('league.json'));
    if (found === undefined) throw new UsageError(`${this.folder} is no league: it has no league.json`);
    return found;
  }

  roundFile(round: number): RoundFile | undefined {
    return this.read('round', join(this.round(round), 'round.json'));
  }

  results(round: number): ResultLine[] {
    const file = join(this.round(round), 'results.jsonl');
    const read = readResults(readText(file));
    if (!read.ok) throw new UsageError(`${file}: ${describeProblem(read.problem)}`);
    return read.value;
  }

  /** Removes what a killed process left half-written. */
  sweep(): void {
    rmSync(this.work, { recursive: true, force: true });
    sweepPartial(this.folder);
  }
}

/** Removes partial files and folders. Sources may have such names, and stay. */
function sweepPartial(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.partial')) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory() && !/[/\\]sources[/\\][^/\\]+$/.test(path)) sweepPartial(path);
  }
}
