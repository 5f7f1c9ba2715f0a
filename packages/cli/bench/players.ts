import { availableParallelism } from 'node:os';
import { IS_INSTALLED } from '@ludus/shell/installed.ts';
import type { Command } from 'commander';
import { stayOnCore } from './one-core.ts';
import { speedBench } from './players-speed.ts';

const PARTS = ['speed', 'scripts'] as const;

/** `ludus bench players`: what it costs to ask a player, however it runs. */
export function playersBench(bench: Command): void {
  bench
    .command('players')
    .description(
      'what it costs to ask a player in each way that one can run, against a bare pipe; and what TypeScript costs under fuel',
    )
    .option('-r, --runs <runs>', 'how often each is measured, in alternation', Number, 5)
    .option('-o, --only <part>', `only one part: ${PARTS.join(' or ')}`)
    .option('--spread', 'leave it to the system on which core each process runs, instead of all on one')
    .addHelpText('after', '\nExample:\n  ludus bench players --only speed')
    .action(async ({ runs, only, spread }: { runs: number; only?: string; spread?: true }) => {
      const times = Math.max(1, Math.round(runs) || 1);
      if (!spread && only !== 'scripts') stayOnOneCore();
      if (only !== 'scripts') await speedBench(times);
      if (only !== 'speed') await measureScripts(Math.min(3, times));
    });
}

/** Players are put together with a bundler there, of sources: an installed Ludus has neither. */
async function measureScripts(runs: number): Promise<void> {
  if (IS_INSTALLED) process.stdout.write('what TypeScript costs under fuel is measured in a clone of the repository\n');
  else await (await import('./players-scripts.ts')).scriptsBench(runs);
}

/** Where that can be. */
function stayOnOneCore(): void {
  if (stayOnCore(availableParallelism() - 1)) process.stdout.write('everything on one core (--spread: on all)\n\n');
}
