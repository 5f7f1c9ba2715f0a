import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchSpecs, counted, type LabOptions, labSetup } from '@ludus/cli/benchmarks.ts';
import { LabRun } from '@ludus/lab/lab-run.ts';
import type { MatchSpec, RunSetup } from '@ludus/lab/results.ts';
import type { Command } from 'commander';
import { median } from './median.ts';

const PLAYERS = ['Dummy', 'Demo', 'Dummy', 'Demo'];

/**
 * `npm run bench -- batch`: batches with one and two workers, compared with the matches alone in one and two processes.
 */
export function batchBench(bench: Command): void {
  bench
    .command('batch')
    .description('Measure the time that a batch adds to its matches')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 3)
    .option('--seeds <count>', 'number of seeds on each of the six boards of Mad Max, from 1', counted, 300)
    .addHelpText('after', '\nExample:\n  npm run bench -- batch --seeds 100')
    .action(run);
}

async function run({ runs, seeds }: { runs: number; seeds: number }): Promise<void> {
  const options: LabOptions = { game: 'madmax', budget: 'none', jobs: 1, stall: 600 };
  const { setup } = await labSetup(PLAYERS, options);
  const specs = batchSpecs(
    setup,
    Array.from({ length: seeds }, (_, i) => i + 1),
    false,
  );
  const work = {
    alone: () => alone(setup, specs),
    one: () => laboratory(setup, specs, 1),
    two: () => laboratory(setup, specs, 2),
    halves: () => Promise.all([0, 1].map((half) => alone(setup, everySecond(specs, half)))),
  };
  const names = Object.keys(work) as (keyof typeof work)[];
  const seconds: Record<keyof typeof work, number[]> = { alone: [], one: [], two: [], halves: [] };
  const cpu: Record<keyof typeof work, number[]> = { alone: [], one: [], two: [], halves: [] };
  for (let r = 0; r < runs; r++) {
    for (const name of r % 2 === 0 ? names : [...names].reverse()) {
      const start = performance.now();
      const cpuBefore = cpuSeconds();
      await work[name]();
      seconds[name].push((performance.now() - start) / 1000);
      cpu[name].push(cpuSeconds() - cpuBefore);
    }
  }
  const [a, b, c, d] = names.map((name) => median(seconds[name]));
  const line = (what: string, time: number, more: string) =>
    console.log(
      `  ${what.padEnd(24)} ${time.toFixed(2).padStart(7)} s  ${(specs.length / time).toFixed(0).padStart(5)} matches/s  ${more}`,
    );
  console.log(
    `${specs.length} matches of Mad Max (${PLAYERS.join(', ')}), each measurement in a new process from start to end, medians of ${runs} runs, ${availableParallelism()} cores:`,
  );
  line('the matches alone', a, '');
  line('one worker', b, `${(100 * (b / a - 1)).toFixed(1)}% more than the matches alone (goal: at most 10%)`);
  line('two workers', c, `${(b / c).toFixed(2)} × one worker (goal: at least 1.85)`);
  line(
    'two halves alone',
    d,
    `${(a / d).toFixed(2)} × the matches alone: the gain from a second core here, without the laboratory`,
  );
  const [x, y, z] = names.map((name) => median(cpu[name]));
  if (x > 0)
    console.log(
      `  CPU time: ${x.toFixed(2)} s alone, ${y.toFixed(2)} s with one worker (${(100 * (y / x - 1)).toFixed(1)}% more), ${z.toFixed(2)} s with two`,
    );
}

function everySecond<T>(list: readonly T[], from: number): T[] {
  return list.filter((_, i) => i % 2 === from);
}

function alone(setup: RunSetup, specs: readonly MatchSpec[]): Promise<void> {
  const child = fork(new URL('./batch-alone.ts', import.meta.url));
  child.send({ setup, specs });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the matches ended with code ${code}`))));
  });
}

async function laboratory(setup: RunSetup, specs: readonly MatchSpec[], workers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const workerModule = new URL('../packages/cli/lab/match-worker.ts', import.meta.url);
    const lab = new LabRun({ setup, plan: {}, folder, workerModule, workers });
    await lab.playAll(specs);
    await lab.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU time of this process and of all its children that have exited, if /proc reports it; otherwise 0. */
function cpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // The fields utime, stime, cutime, and cstime, in hundredths of a second.
    return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) / 100;
  } catch {
    return 0;
  }
}
