import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ORIGINAL_ROWS, STRENGTH_BOARDS, STRENGTH_SEEDS, type StrengthRow } from '@ludus/lab/strength.ts';
import { nearest } from '@ludus/runtime/resolve.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { GAMES } from 'ludus/registry.ts';
import { UsageError } from '../exit.ts';
import { Progress } from '../lab/progress.ts';
import { resolveAll } from './match.ts';
import type { StrengthAnswer, StrengthTask } from './strength-worker.ts';

interface StrengthOptions {
  readonly player: readonly string[];
  readonly game?: string;
  readonly seeds: number;
  readonly jobs: number;
}

const NAMES = Object.keys(ORIGINAL_ROWS);

/** `ludus strength`: how strong a player of the cylinder games is, beside the originals' players. */
export function strength(program: Command): void {
  program
    .command('strength')
    .description(
      'mean score of a player against three Demos on the six boards of a game, beside the originals’ players',
    )
    .option('-p, --player <names...>', 'a built-in player, or a file (./Mine.ts)', ['Demo', 'Dummy'])
    .option('-g, --game <game>', `${NAMES.join(' or ')}; both without it`)
    .option('--seeds <count>', 'play the seeds 1 … count', positive, STRENGTH_SEEDS.length)
    .option('-j, --jobs <count>', 'matches at a time', positive, availableParallelism())
    .addHelpText('after', '\nExample:\n  ludus strength --player Dummy --game starwar')
    .action(run);
}

async function run(options: StrengthOptions): Promise<void> {
  const { game } = options;
  if (game !== undefined && !NAMES.includes(game)) {
    const near = nearest(game, NAMES);
    throw new UsageError(
      `there is no experiment for ${game}; ${near ? `did you mean ${near}?` : `known are ${NAMES.join(', ')}`}`,
    );
  }
  for (const id of game === undefined ? NAMES : [game]) await table(id, options);
}

async function table(id: string, options: StrengthOptions): Promise<void> {
  const game = GAMES.find((each) => each.id === id)!;
  // Says now, and once, what is wrong with a name.
  const sources = await resolveAll(options.player, { game, budget: 'none', folder: process.cwd() });
  const seeds = STRENGTH_SEEDS.slice(0, options.seeds);
  for (let seed = seeds.length + 1; seed <= options.seeds; seed++) seeds.push(seed);
  process.stdout.write(`${game.title}: seat 0 against three Demos, seeds 1 … ${options.seeds}, mean score\n`);
  line('', STRENGTH_BOARDS);
  for (const { name, means } of ORIGINAL_ROWS[id]) line(name, means);
  for (const [index, player] of options.player.entries()) {
    const { means } = await measure(id, player, seeds, options.jobs);
    line(sources[index].name, means.map(Math.round));
  }
  process.stdout.write('\n');
}

function line(name: string, cells: readonly (string | number)[]): void {
  process.stdout.write(`${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`);
}

/** Plays the experiment in worker threads; each match by itself, so that all are busy to the end. */
export async function measure(
  game: string,
  player: string,
  seeds: readonly number[],
  jobs: number,
): Promise<StrengthRow> {
  const tasks: StrengthTask[] = STRENGTH_BOARDS.flatMap((_, board) => seeds.map((seed) => ({ board, seed })));
  const sums = STRENGTH_BOARDS.map(() => 0);
  const faults: string[] = [];
  const progress = new Progress();
  progress.start(0, tasks.length);
  const workers = Array.from(
    { length: Math.min(jobs, tasks.length) },
    () =>
      new Worker(new URL('./strength-worker.ts', import.meta.url), {
        workerData: { game, player, folder: process.cwd() },
      }),
  );
  try {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            const next = () => {
              const task = tasks.pop();
              if (task) worker.postMessage(task);
              else resolve();
            };
            worker.on('message', ({ board, score, fault }: StrengthAnswer) => {
              sums[board] += score;
              progress.step();
              if (fault !== undefined) faults.push(fault);
              next();
            });
            worker.on('error', reject);
            next();
          }),
      ),
    );
  } finally {
    progress.stop();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  if (faults.length > 0)
    process.stderr.write(
      `info: ${player} failed in ${faults.length} of ${seeds.length * STRENGTH_BOARDS.length} matches; ${faults[0]}\n`,
    );
  return { name: player, means: sums.map((sum) => sum / seeds.length) };
}

function positive(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return count;
}
