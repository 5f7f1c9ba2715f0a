import type { Command } from 'commander';
import { angrymobBench } from '../bench/angrymob.ts';
import { batchBench } from '../bench/batch.ts';
import { cellsBench } from '../bench/cells.ts';
import { contestBench } from '../bench/contest.ts';
import { duelBench } from '../bench/duel.ts';
import { engineBench } from '../bench/engine.ts';
import { envBench } from '../bench/env.ts';
import { fuelBench } from '../bench/fuel.ts';
import { loadBench } from '../bench/load.ts';
import { playersBench } from '../bench/players.ts';
import { ratingsBench } from '../bench/ratings.ts';
import { startBench } from '../bench/start.ts';
import { wasmBench } from '../bench/wasm.ts';

/** Every bench, one file each in `bench/`. */
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
  contestBench,
  duelBench,
  ratingsBench,
];

/** `ludus bench`: figures of this machine. */
export function bench(program: Command): void {
  const command = program
    .command('bench')
    .description('Measure the speed of Ludus on this machine')
    .addHelpText('after', '\nExample:\n  ludus bench engine');
  for (const each of BENCHES) each(command);
}
