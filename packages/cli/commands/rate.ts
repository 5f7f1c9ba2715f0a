import { existsSync } from 'node:fs';
import { lineKey as matchKey, type ResultLine, versioned } from '@ludus/lab/results.ts';
import { cyclesOfThree, ratings, signedElo, type WinMatrix, winMatrix } from '@ludus/lab/statistics.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { readResultFiles } from '../lab/results-files.ts';
import { verified } from '../lab/verified-results.ts';
import { jsonOption } from '../option-values.ts';
import { printJson, table } from '../say.ts';

/** The largest number of bots whose matrix fits on a terminal. */
const WIDEST_MATRIX = 12;

/** `ludus rate`: computes ratings from results, and from a pool to which results can be added. */
export function rate(program: Command): void {
  program
    .command('rate')
    .description('Rate bots from the results of runs')
    .argument('[results...]', 'folders of batches, duels, and tournaments, or results.jsonl files')
    .option('--pool <file>', 'file with all results so far, to which these results are added')
    .option('--verify', 'use only results that a replay confirms; results in the pool aren’t checked again')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Ratings are in Elo, by maximum likelihood over all results, with 95% intervals. The order of the results doesn't matter.
Fillers don't count, and a match that is already in the pool doesn't count twice. Bots with the same name but
different files are rated separately.
With --json, prints one JSON object: ratings (name, rank, elo, margin, games) and matrix (names, points, games).

Example:
  ludus rate runs/tournament-1a2b3c4d --pool madmax.pool.jsonl`,
    )
    .action(run);
}

function run(sources: string[], { pool, verify, json }: { pool?: string; verify?: true; json?: true }): void {
  if (pool !== undefined) checkWritable(pool);
  const known = pool !== undefined && existsSync(pool) ? [pool] : [];
  if (sources.length + known.length === 0)
    throw new UsageError('there are no results to rate: name a run folder, a results.jsonl file, or --pool FILE');
  const matches = new Map<string, ResultLine>();
  // A pool has no replays, so its results can't be verified again.
  const lines = verify
    ? [...(known.length > 0 ? readResultFiles(known) : []), ...verified(sources)]
    : readResultFiles([...known, ...sources]);
  for (const line of lines) if (line.failure === undefined) matches.set(matchKey(line), line);
  const counted = [...matches.values()];
  if (pool !== undefined) {
    writeComplete(pool, counted.map((line) => `${JSON.stringify(line)}\n`).join(''));
    process.stderr.write(`${pool}: ${counted.length} matches\n`);
  }
  const rated = versioned(counted);
  if (json) {
    printJson({ ratings: ratings(rated), matrix: winMatrix(rated) });
    return;
  }
  process.stdout.write(ratingTable(rated));
  process.stdout.write(`\n${matrixTable(winMatrix(rated))}`);
}

function ratingTable(lines: readonly ResultLine[]): string {
  const rows = ratings(lines).map(({ name, rank, elo, margin, games }) => [
    name,
    String(rank),
    signedElo(elo),
    `± ${margin.toFixed(0)}`,
    String(games),
  ]);
  return table(['player', 'rank', 'Elo', '95%', 'matches'], rows);
}

/**
 * Returns a table, in which each cell is the row's share of the points against the column, and lists the cycles among
 * the bots.
 */
function matrixTable(matrix: WinMatrix): string {
  const { names, points, games } = matrix;
  if (names.length > WIDEST_MATRIX)
    return `The win matrix of ${names.length} bots is too wide for a terminal: see ludus report.\n`;
  const rows = names.map((name, i) => [
    name,
    ...names.map((_, j) => (games[i][j] === 0 ? '·' : `${((100 * points[i][j]) / games[i][j]).toFixed(0)}%`)),
  ]);
  const cycles = cyclesOfThree(matrix).filter((cycle) => cycle.clear);
  const told = cycles
    .slice(0, 5)
    .map(({ names: [a, b, c] }) => `  ${a} beats ${b}, ${b} beats ${c}, ${c} beats ${a}\n`);
  const note = told.length === 0 ? '' : `\nNo ranking shows these cycles:\n${told.join('')}`;
  return table(['points against', ...names], rows) + note;
}
