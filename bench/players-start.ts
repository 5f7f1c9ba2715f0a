import { goal } from '@ludus/cli/benchmarks.ts';
import { contextOf } from '@ludus/cli/context.ts';
import { KITS, sampleFile } from '@ludus/cli/games.ts';
import { compiledPython, readPython } from '@ludus/runtime/kinds.ts';
import { PythonInstance } from '@ludus/runtime/metering.ts';
import { FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { median } from './median.ts';

/** Number of starts per measurement, because CPU time has a resolution of some milliseconds. */
const STARTS = 30;
/** Limits for each start after a bot's first start, in milliseconds of CPU time and of fuel. */
const MAX_CPU_MS = 5;
const MAX_FUEL_MS = 1;

type Bot = Awaited<ReturnType<typeof compiledPython>>;

/** Prints the CPU time and fuel of a Python bot's start, in every game with a Python sample. */
export async function startsBench(runs: number): Promise<void> {
  say(
    `Starting a bot in Python under fuel, until it first reads; medians of ${runs} runs of ${STARTS} starts in turns`,
  );
  const bots = [];
  for (const { game, samples } of KITS) {
    if (!samples?.python) continue;
    const { libraries } = await contextOf(game, { budget: 'fuel', folder: '.' });
    const files = readPython(sampleFile(game, samples.python.file), { libraries });
    const begun = performance.now();
    const bot = await compiledPython(files, game.id, { libraries });
    if (bots.length === 0)
      say(`The engine and its first bot, once per process: ${(performance.now() - begun).toFixed(0)} ms`);
    const compiling = () => compiledPython(files, game.id, { libraries });
    const empty = await compiledPython([{ name: 'empty.py', text: '' }], game.id, { libraries });
    bots.push({ game, bot, empty, compiling, again: [] as number[], first: [] as number[], compiled: [] as number[] });
  }
  // The first run is for warm-up.
  for (let run = 0; run <= runs; run++)
    for (const { bot, compiling, again, first, compiled } of run % 2 === 0 ? bots : bots.toReversed()) {
      const after = cpuMsOf(() => started(bot).close());
      const kept: PythonInstance[] = [];
      const before = cpuMsOf(() => kept.push(started(bot)));
      const begun = cpuMs();
      for (let n = 0; n < COMPILATIONS; n++) await compiling();
      if (run === 0) continue;
      again.push(after);
      first.push(before);
      compiled.push((cpuMs() - begun) / COMPILATIONS);
    }
  for (const { game, bot, empty, again, first, compiled } of bots) {
    const [ms, before] = [median(again), fuelMs(started(empty))];
    say(game.title);
    say(goal('  per bot per match after the first', `${ms.toFixed(2)} ms`, `≤ ${MAX_CPU_MS} ms`, ms <= MAX_CPU_MS));
    say(
      goal('  fuel before its first line', `${before.toFixed(3)} ms`, `≤ ${MAX_FUEL_MS} ms`, before <= MAX_FUEL_MS) +
        `, until it reads ${fuelMs(started(bot)).toFixed(3)} ms`,
    );
    say(
      `  in a new instance of the engine: ${median(first).toFixed(2)} ms; ` +
        `compiling its files, once per process: ${median(compiled).toFixed(1)} ms`,
    );
  }
}

const COMPILATIONS = 3;

/** Starts a bot as in a match, until it waits for its first line or has ended. */
function started({ engine, snapshot }: Bot): PythonInstance {
  const python = new PythonInstance(engine, snapshot);
  python.run(BigInt(FUEL_PER_SECOND), (exports) => exports.ludus_run(1));
  return python;
}

const fuelMs = ({ used }: PythonInstance): number => (Number(used) / FUEL_PER_SECOND) * 1000;

function cpuMsOf(start: () => void): number {
  const before = cpuMs();
  for (let n = 0; n < STARTS; n++) start();
  return (cpuMs() - before) / STARTS;
}

/**
 * CPU time of the process, including all threads, in milliseconds, because other threads may compile and collect an
 * instance.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
