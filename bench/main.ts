import { EXIT_BAD_INPUT, UsageError } from '@ludus/shell/exit.ts';
import { Command } from 'commander';
import { angrymobBench } from './angrymob.ts';
import { batchBench } from './batch.ts';
import { cellsBench } from './cells.ts';
import { contestBench } from './contest.ts';
import { duelBench } from './duel.ts';
import { engineBench } from './engine.ts';
import { envBench } from './env.ts';
import { fuelBench } from './fuel.ts';
import { leagueBench } from './league.ts';
import { loadBench } from './load.ts';
import { playersBench } from './players.ts';
import { ratingsBench } from './ratings.ts';
import { startBench } from './start.ts';
import { viewerBench } from './viewer.ts';
import { wasmBench } from './wasm.ts';

/** All benchmarks, one per file. */
const BENCHES: readonly ((bench: Command) => void)[] = [
  startBench,
  engineBench,
  envBench,
  angrymobBench,
  wasmBench,
  playersBench,
  fuelBench,
  loadBench,
  cellsBench,
  batchBench,
  leagueBench,
  contestBench,
  duelBench,
  ratingsBench,
  viewerBench,
];

// `npm run bench -- NAME` measures the speed of Ludus on this machine (docs/benchmarks.md).
const program = new Command('npm run bench --')
  .description('Measure the speed of Ludus on this machine')
  .addHelpText('after', '\nExample:\n  npm run bench -- engine');
for (const add of BENCHES) add(program);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_BAD_INPUT;
}
