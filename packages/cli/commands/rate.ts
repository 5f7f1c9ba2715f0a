import { existsSync } from 'node:fs';
import { matchKey, type ResultLine } from '@ludus/lab/batch/result-line.ts';
import { versioned } from '@ludus/lab/batch/versions.ts';
import { cyclesOfThree } from '@ludus/lab/ratings/cycles.ts';
import { ratings } from '@ludus/lab/ratings/ratings.ts';
import { type WinMatrix, winMatrix } from '@ludus/lab/ratings/win-matrix.ts';
import { signedElo } from '@ludus/lab/stats/sentence.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { verified } from '../lab/proven.ts';
import { readResultFiles } from '../lab/results-files.ts';
import { table } from '../lab/table.ts';

/** More players than this make a matrix that no terminal shows. */
const WIDEST_MATRIX = 12;

/** `ludus rate`: ratings from results, and a pool of results that can be added to. */
export function rate(program: Command): void {
  program
    .command('rate')
    .description('rate players by the results of batches, duels and tournaments')
    .argument('[results...]', 'run folders, or results.jsonl files')
    .option('--pool <file>', 'a pool of results: what is given is added to it, and the whole pool is rated')
    .option('--verify', 'play every match again from its replay; what is not proven by it is not counted')
    .addHelpText(
      'after',
      `
Elo by maximum likelihood over all results at once, for any number of players, with 95 % intervals. The order in which
results come in changes nothing. Stand-ins are not counted. A match that is in the pool already is not counted again;
players of one name that are not the same files are told apart.

Example:
  ludus rate runs/tournament-1a2b3c4d --pool madmax.pool.jsonl`,
    )
    .action(run);
}

function run(sources: string[], { pool, verify }: { pool?: string; verify?: true }): void {
  if (pool !== undefined) checkWritable(pool);
  const known = pool !== undefined && existsSync(pool) ? [pool] : [];
  if (sources.length + known.length === 0)
    throw new UsageError('there is nothing to rate: give a run folder or a pool');
  const matches = new Map<string, ResultLine>();
  // A pool has no replays: what is in it was looked at when it was added.
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
  return table(['player', 'rank', 'Elo', '95 %', 'matches'], rows);
}

/** Each row's share of the points against each column, and the circles in it. */
function matrixTable(matrix: WinMatrix): string {
  const { names, points, games } = matrix;
  if (names.length > WIDEST_MATRIX)
    return `The win matrix of ${names.length} players is in the report (ludus report).\n`;
  const rows = names.map((name, i) => [
    name,
    ...names.map((_, j) => (games[i][j] === 0 ? '·' : `${((100 * points[i][j]) / games[i][j]).toFixed(0)} %`)),
  ]);
  const cycles = cyclesOfThree(matrix).filter((cycle) => cycle.clear);
  const told = cycles
    .slice(0, 5)
    .map(({ names: [a, b, c] }) => `  ${a} beats ${b}, ${b} beats ${c}, ${c} beats ${a}\n`);
  const note = told.length === 0 ? '' : `\nNo ranking tells all of this:\n${told.join('')}`;
  return table(['points against', ...names], rows) + note;
}
