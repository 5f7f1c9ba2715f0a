import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goal, usualBoard } from '@ludus/cli/benchmarks.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { Costs, Work } from './env-measure.ts';
import { median } from './median.ts';
import { canHold, onCore } from './one-core.ts';

const SIZES = [1, 64, 1024];
const MAIN = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));
const ALONE = fileURLToPath(new URL('./env-alone.ts', import.meta.url));
const SCRIPT = fileURLToPath(new URL('../packages/env/python/bench.py', import.meta.url));

/**
 * The result of bench.py for one size: the CPU time of Node and Python together for one step of one match, in
 * nanoseconds.
 */
interface PythonCosts {
  readonly transport: string;
  readonly rewards: number;
  readonly table: number;
  /** Games without a grid have no planes. */
  readonly planes?: number;
  readonly copied?: number;
  readonly search: number;
}

const TYPESCRIPT: readonly (readonly [Work, string])[] = [
  ['engine', 'the engine alone'],
  ['step', 'TypeScript: rewards'],
  ['table', 'TypeScript: unit tables'],
  ['planes', 'TypeScript: planes'],
];
const PYTHON: readonly (readonly [keyof Omit<PythonCosts, 'transport'>, string])[] = [
  ['rewards', 'Python: rewards'],
  ['table', 'Python: unit tables'],
  ['planes', 'Python: planes'],
  ['copied', 'Python: planes, copied'],
  ['search', 'Python: expand, 6 rounds per plan'],
];

/** Nanoseconds per step, by title: one number per run. */
type Column = ReadonlyMap<string, readonly number[]>;

/**
 * Prints the steps per CPU second from TypeScript and from Python. From Python, the CPU times of both processes are
 * added.
 */
export async function benchPython({ game, simulator }: AnyKit, runs: number, cores: number): Promise<void> {
  if (!simulator) return;
  const python = await pythonWithNumpy();
  const held = canHold();
  const table = simulator.tables[0].name;
  const units = simulator.units(usualBoard(game, 1).board);
  const hasPlanes = simulator.planes.length > 0;
  const fromTypeScript = TYPESCRIPT.filter(([work]) => hasPlanes || work !== 'planes');
  const fromPython = PYTHON.filter(([work]) => hasPlanes || (work !== 'planes' && work !== 'copied'));
  for (const processes of cores > 1 ? [1, cores] : [1]) {
    const columns: Column[] = [];
    let transport = '';
    for (const size of SIZES) {
      const column = new Map([...fromTypeScript, ...fromPython].map(([, title]) => [title, [] as number[]]));
      const measures = [
        async () => {
          const alone = await times<Costs>({ processes, held }, process.execPath, [ALONE, game.id, String(size)]);
          for (const [work, title] of fromTypeScript) column.get(title)!.push(mean(alone.map((costs) => costs[work])));
        },
        async () => {
          const both = await times<PythonCosts>({ processes, held }, python, [SCRIPT, game.id, String(size), table]);
          for (const [work, title] of fromPython) column.get(title)!.push(mean(both.map((costs) => costs[work]!)));
          transport = both[0].transport;
        },
      ];
      // Alternates the measurements, because the speed of memory changes over minutes while other programs use it.
      for (let run = 0; run < runs; run++)
        for (const measure of run % 2 === 0 ? measures : measures.toReversed()) await measure();
      columns.push(column);
    }
    const many = `${processes === 1 ? 'one process' : `${processes} processes at once`}${held ? ', one core each' : ''}`;
    console.log(
      `${game.title}, ${many}: thousand match steps per CPU second (ns per step), ${units} units each, medians of ${runs} runs; observations by ${transport}`,
    );
    console.log(`  ${'matches'.padEnd(34)}${SIZES.map((size) => String(size).padStart(18)).join('')}`);
    for (const title of columns[0].keys()) {
      const cells = columns.map((column) => {
        const cost = median(column.get(title)!);
        return `${(1e6 / cost).toFixed(0)} (${cost.toFixed(0)})`.padStart(18);
      });
      console.log(`  ${title.padEnd(34)}${cells.join('')}`);
    }
    if (processes === 1) sayGoals(columns[columns.length - 1], game.title);
  }
}

/**
 * For the largest number of matches: two costs per step from the same run, and the maximum ratio of the first to the
 * second.
 */
const RATIOS = [
  ['Python: unit tables', 'TypeScript: unit tables', 1.5],
  ['Python: planes', 'TypeScript: planes', 1.5],
  ['Python: planes, copied', 'TypeScript: planes', 2],
  ['TypeScript: planes', 'TypeScript: unit tables', 2],
] as const;
/** Minimum number of steps per CPU second in a search from Python. */
const SEARCH = 500_000;

function sayGoals(column: Column, title: string): void {
  for (const [what, beside, most] of RATIOS) {
    const [measured, others] = [column.get(what), column.get(beside)];
    if (!measured || !others) continue;
    const ratio = median(measured.map((cost, run) => cost / others[run]));
    console.log(`  ${goal(`${what} compared with ${beside}`, `${ratio.toFixed(2)} ×`, `≤ ${most} ×`, ratio <= most)}`);
  }
  const speed = 1e9 / median(column.get('Python: expand, 6 rounds per plan')!);
  const figure = `${(speed / 1e3).toFixed(0)} thousand steps per CPU second`;
  console.log(`  ${goal(`${title} searched from Python`, figure, `≥ ${SEARCH / 1e3} thousand`, speed >= SEARCH)}`);
}

/**
 * The output of several processes that run the same command at the same time. `held`: each process and its children use
 * a separate core.
 */
async function times<Costs>(
  { processes, held }: ParallelRun,
  command: string,
  args: readonly string[],
): Promise<Costs[]> {
  const one = async (_: unknown, core: number) => {
    const whole = [command, ...args];
    const [program, ...rest] = held ? onCore(core, whole) : whole;
    return JSON.parse(await output(program, rest)) as Costs;
  };
  return Promise.all(Array.from({ length: processes }, one));
}

interface ParallelRun {
  readonly processes: number;
  readonly held: boolean;
}

function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const run = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LUDUS: `${process.execPath} ${MAIN}` },
    });
    const chunks: Buffer[] = [];
    run.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    run.on('error', reject);
    run.on('close', (status) => {
      if (status === 0) resolve(Buffer.concat(chunks).toString());
      else reject(new UsageError(`${command} ${args[0]} ended with ${status}`));
    });
  });
}

async function pythonWithNumpy(): Promise<string> {
  for (const python of ['python3', '/usr/bin/python3']) {
    try {
      await output(python, ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("numpy") is None)']);
      return python;
    } catch {
      // This Python is missing or has no numpy, so the next one is tried.
    }
  }
  throw new UsageError('no python3 with numpy was found; install it with apt install python3-numpy');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
