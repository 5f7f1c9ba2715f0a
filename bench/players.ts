import { availableParallelism } from 'node:os';
import { counted } from '@ludus/cli/benchmarks.ts';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import type { Command } from 'commander';
import { stayOnCore } from './one-core.ts';
import { languagesBench } from './players-languages.ts';
import { pythonBench } from './players-python.ts';
import { searchesBench } from './players-searches.ts';
import { speedBench } from './players-speed.ts';
import { startsBench } from './players-start.ts';

const PARTS = ['speed', 'scripts', 'starts', 'python', 'languages', 'searches'] as const;

/** `npm run bench -- players`: the cost of a request to a player, for each way to run it. */
export function playersBench(bench: Command): void {
  bench
    .command('players')
    .description('Measure the cost of a move for each kind of bot')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 5)
    .option('--only <part>', `part to measure: ${PARTS.join(', ')} (default: all)`)
    .option('--spread', 'let processes use all cores instead of one')
    .addHelpText('after', '\nExample:\n  npm run bench -- players --only speed')
    .action(async ({ runs, only, spread }: { runs: number; only?: string; spread?: true }) => {
      const times = Math.max(1, Math.round(runs) || 1);
      const measures = (part: (typeof PARTS)[number]) => only === undefined || only === part;
      if (!spread && measures('speed')) stayOnOneCore();
      if (measures('speed')) await speedBench(times);
      if (measures('scripts')) await measureScripts(Math.min(3, times));
      if (measures('starts')) await startsBench(times);
      if (measures('python')) await pythonBench(times);
      if (measures('languages')) await languagesBench();
      if (measures('searches')) await searchesBench();
    });
}

/**
 * Measures players in TypeScript. This needs a bundler and Ludus's source files, which an installed Ludus doesn't have.
 */
async function measureScripts(runs: number): Promise<void> {
  if (IS_INSTALLED)
    process.stdout.write('the cost of TypeScript under fuel can only be measured in a clone of the repository\n');
  else await (await import('./players-scripts.ts')).scriptsBench(runs);
}

/** Pins the process to a core if possible. */
function stayOnOneCore(): void {
  if (stayOnCore(availableParallelism() - 1))
    process.stdout.write('everything runs on one core (to use all cores: --spread)\n\n');
}
