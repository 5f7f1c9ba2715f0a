import { existsSync } from 'node:fs';
import { matchKey, type ResultLine } from '@ludus/lab/batch/result-line.ts';
import { eloRatings } from '@ludus/lab/ratings/elo.ts';
import { skillRatings } from '@ludus/lab/ratings/skill.ts';
import { cyclesOfThree, type WinMatrix, winMatrix } from '@ludus/lab/ratings/win-matrix.ts';
import { signedElo } from '@ludus/lab/stats/sentence.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { writeComplete } from '@ludus/shell/files.ts';
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
Two-player games are rated in Elo, larger ones with openskill; both with their uncertainty. The order in which results
come in changes nothing. A match that is in the pool already is not counted again.

Example:
  ludus rate runs/tournament-1a2b3c4d --pool madmax.pool.jsonl`,
    )
    .action(run);
}

function run(sources: string[], { pool, verify }: { pool?: string; verify?: true }): void {
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
  const matrix = winMatrix(counted);
  const two = counted.every((line) => line.players.length === 2);
  process.stdout.write(two ? eloTable(matrix) : skillTable(counted));
  process.stdout.write(`\n${matrixTable(matrix)}`);
}

function eloTable(matrix: WinMatrix): string {
  const rows = eloRatings(matrix).map(({ name, elo, margin, games }, i) => [
    name,
    String(i + 1),
    signedElo(elo),
    `± ${margin.toFixed(0)}`,
    String(games),
  ]);
  return table(['player', 'rank', 'Elo', '95 %', 'games'], rows);
}

function skillTable(lines: readonly ResultLine[]): string {
  const rows = skillRatings(lines).map(({ name, mu, sigma, ordinal, games }, i) => [
    name,
    String(i + 1),
    mu.toFixed(2),
    `± ${(1.96 * sigma).toFixed(2)}`,
    ordinal.toFixed(2),
    String(games),
  ]);
  return table(['player', 'rank', 'rating', '95 %', 'at least', 'matches'], rows);
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
