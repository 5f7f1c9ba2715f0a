import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted } from '@ludus/cli/benchmarks.ts';
import { LIGHT_AGENT, lightBot } from '@ludus/cli/testing.ts';
import type { Command } from 'commander';

const LUDUS = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));
/**
 * Maximum duration of a league of 8 folders, 10 rounds, and 200 matches per round on two cores, without agents, in
 * minutes.
 */
const GOAL_MINUTES = 10;

interface LeagueBenchOptions {
  readonly folders: number;
  readonly rounds: number;
  readonly matches: number;
  readonly jobs: number;
}

/** `npm run bench -- league`: a league of light bots that change before every round. */
export function leagueBench(bench: Command): void {
  bench
    .command('league')
    .description('Measure the time of a league with fast bots')
    .option('--folders <count>', 'number of folders, from 2', counted, 8)
    .option('--rounds <count>', 'number of rounds, from 1', counted, 10)
    .option('--matches <count>', 'number of matches per round, from 1', counted, 200)
    .option('-j, --jobs <count>', 'number of matches at a time, at least 1', counted, availableParallelism())
    .addHelpText('after', '\nExample:\n  npm run bench -- league --rounds 2')
    .action(run);
}

function run({ folders, rounds, matches, jobs }: LeagueBenchOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-league-'));
  try {
    const names = Array.from({ length: folders }, (_, n) => `bot${n + 1}`);
    for (const [n, name] of names.entries()) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'Bot.js'), lightBot(n));
    }
    const sizes = ['--rounds', String(rounds), '--matches', String(matches), '-j', String(jobs)];
    const args = [
      'league',
      ...names,
      '--game',
      'trails',
      ...sizes,
      '--secret',
      'bench',
      '--agent',
      LIGHT_AGENT,
      '--json',
    ];
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [LUDUS, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const minutes = (performance.now() - begun) / 60_000;
    if (status !== 0) throw new Error(`the league ended with code ${status}: ${stderr}`);
    const played = (JSON.parse(stdout) as { rounds: { matches: number }[] }).rounds;
    const total = played.reduce((sum, round) => sum + round.matches, 0);
    console.log(`${folders} folders, ${rounds} rounds, ${total} matches, ${jobs} at a time`);
    console.log(`${minutes.toFixed(1)} minutes, ${(total / minutes / 60).toFixed(1)} matches per second`);
    const isWhole = folders === 8 && rounds === 10 && matches === 200;
    if (isWhole)
      console.log(`goal ${GOAL_MINUTES} minutes on two cores: ${minutes <= GOAL_MINUTES ? 'reached' : 'missed'}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
