import { availableParallelism } from 'node:os';
import { counted, usualBoard } from '@ludus/cli/benchmarks.ts';
import { gameNamed, KITS, kitOf } from '@ludus/cli/games.ts';
import { VectorEnv } from '@ludus/env/vector.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { measureSimulator, WORKS, type Work } from './env-measure.ts';
import { benchPython } from './env-python.ts';
import { median } from './median.ts';

/** Number of parallel matches. */
const SIZE = 64;

interface EnvBenchOptions {
  readonly runs: number;
  readonly game?: string;
  readonly python?: boolean;
  readonly oneCore?: boolean;
}

/** `npm run bench -- env`: steps of the simulator compared with the engine's rounds, for the same actions. */
export function envBench(bench: Command): void {
  bench
    .command('env')
    .description('Measure the time that the simulator adds to the engine')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 7)
    .option('-g, --game <game>', 'game to measure (default: all)')
    .option('--python', 'also measure from Python: 1, 64, and 1,024 matches, on one core and on all cores')
    .option('--one-core', 'with --python, on one core only')
    .addHelpText('after', '\nExample:\n  npm run bench -- env --game madmax --python')
    .action(async ({ runs, game, python, oneCore }: EnvBenchOptions) => {
      const times = Math.max(1, Math.round(runs) || 1);
      const chosen = game === undefined ? KITS.filter(({ simulator }) => simulator) : [kitOf(gameNamed(game))];
      for (const kit of chosen) {
        if (python) await benchPython(kit, times, oneCore ? 1 : availableParallelism());
        else benchTypeScript(kit, times);
      }
    });
}

function benchTypeScript({ game, simulator }: AnyKit, runs: number): void {
  if (!simulator) return;
  const costs = measureSimulator(game, simulator, SIZE, runs);
  console.log(`${game.title}, ${SIZE} matches side by side, CPU time, medians of ${runs} runs:`);
  for (const [name, what] of Object.entries(WORKS)) {
    if (simulator.planes.length === 0 && (name === 'planes' || name === 'rewritten')) continue;
    const cost = costs[name as Work];
    const speed = (1e3 / cost).toFixed(2).padStart(6);
    console.log(
      `  ${what.padEnd(36)} ${cost.toFixed(0).padStart(6)} ns, ${speed} million per second, ${(cost / costs.engine).toFixed(2)} × the engine`,
    );
  }
  const env = new VectorEnv(game, simulator, usualBoard(game, 1).board, 1);
  const saved = env.save(0);
  const saves = 20_000;
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < saves; i++) {
      env.save(0, saved);
      env.restore(0, saved);
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / saves;
  });
  console.log(`  saving and restoring a match: ${median(times).toFixed(2)} µs`);
}
