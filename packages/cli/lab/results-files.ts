import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type ResultLine, readResults } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { unfinishedResults } from './unfinished.ts';

/**
 * Reads the results in run folders, finished or not, and `results.jsonl` files. Reports an error unless all results are
 * from the same game.
 */
export function readResultFiles(sources: readonly string[]): ResultLine[] {
  const lines = sources.flatMap((source) => {
    const isFolder = existsSync(source) && statSync(source).isDirectory();
    const file = isFolder ? join(source, 'results.jsonl') : source;
    const text = existsSync(file) ? readText(file) : isFolder ? unfinishedResults(source) : undefined;
    if (text === undefined) throw new UsageError(`there are no results in ${source}: ${file} is missing`);
    const read = readResults(text);
    if (!read.ok) throw new UsageError(`${file}: ${describeProblem(read.problem)}`);
    return read.value;
  });
  const games = [...new Set(lines.map((line) => line.game))];
  if (games.length > 1) throw new UsageError(`the results come from different games: ${games.join(', ')}`);
  if (lines.length === 0) throw new UsageError('these files contain no match results');
  return lines;
}
