import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StrengthRow, StrengthTable } from '@ludus/lab/strength.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { contextOf } from '../context.ts';
import { gameWith, KITS, kitOf } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../limits.ts';
import { gameText, jsonOption } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { printJson, textOutput } from '../say.ts';
import type { StrengthAnswer, StrengthTask, StrengthWork } from './strength-worker.ts';

interface StrengthOptions extends LimitOptions {
  readonly players?: readonly string[];
  readonly game?: string;
  readonly seeds: number;
  readonly jobs: number;
  readonly json?: boolean;
}

const MEASURED = KITS.filter((kit) => kit.strength !== undefined);

/** `ludus strength`: how strong a player is, in figures that can be compared with those of others. */
export function strength(program: Command): void {
  addLimitOptions(program.command('strength'))
    .description('Measure mean scores against weak built-in opponents')
    .option('--players <names...>', 'bots: built-in names or files such as ./Mine.ts (default: the built-in bots)')
    .option('-g, --game <game>', gameText(MEASURED.map((kit) => kit.game.id).join(', '), 'all'))
    .option('--seeds <count>', 'number of seeds, counted from 1, from 1', positive, 30)
    .option('-j, --jobs <count>', 'number of matches at a time, from 1', positive, availableParallelism())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWith --json, prints one JSON object: games (game, opponent, boards, seeds, reference, measured with name and means).\n\nExample:\n  ludus strength --players Dummy --game starwar',
    )
    .action(run);
}

async function run(options: StrengthOptions): Promise<void> {
  const measured = MEASURED.map((kit) => kit.game);
  const games = options.game === undefined ? measured : [gameWith('table of strength', options.game, measured)];
  const tables = [];
  for (const game of games) tables.push(await table(kitOf(game), options));
  if (options.json) printJson({ games: tables });
}

async function table({ game, players, strength }: AnyKit, options: StrengthOptions): Promise<object> {
  const out = textOutput(options.json);
  const { opponent, boards, rows, seeds: usual } = strength!;
  const named = options.players ?? players.slice(1, -1).map((player) => player.name);
  const limits = await limitsOf(options, 'none');
  // Says now, and once, what is wrong with a name.
  const sources = await resolveAll(
    named,
    await contextOf(game, { budget: 'none', folder: process.cwd(), limits, apart: true }),
  );
  const seeds = usual.slice(0, options.seeds);
  for (let seed = seeds.length + 1; seed <= options.seeds; seed++) seeds.push(seed);
  out.write(
    `${game.title}: mean score of seat 0 against ${opponent} in all other seats, seeds 1 to ${options.seeds}\n`,
  );
  out.write(line('', boards));
  for (const { name, means } of rows) out.write(line(name, means));
  const measured: StrengthRow[] = [];
  for (const [index, player] of named.entries()) {
    const { means } = await measure(game.id, strength!, player, seeds, options.jobs, limits);
    measured.push({ name: sources[index].name, means });
    out.write(line(sources[index].name, means.map(Math.round)));
  }
  out.write('\n');
  return { game: game.id, opponent, boards, seeds: options.seeds, reference: rows, measured };
}

function line(name: string, cells: readonly (string | number)[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`;
}

/** Plays the experiment in worker threads; each match by itself, so that all are busy to the end. */
export async function measure(
  game: string,
  table: Pick<StrengthTable, 'boards' | 'opponent'>,
  player: string,
  seeds: readonly number[],
  jobs: number,
  limits?: ResolveContext['limits'],
): Promise<StrengthRow> {
  const limited = limits ?? (await limitsOf({}, 'none'));
  const tasks: StrengthTask[] = table.boards.flatMap((_, board) => seeds.map((seed) => ({ board, seed })));
  const sums = table.boards.map(() => 0);
  const faults: string[] = [];
  const progress = new Progress();
  progress.start(0, tasks.length);
  const workers = Array.from(
    { length: Math.min(jobs, tasks.length) },
    () =>
      new Worker(new URL('./strength-worker.ts', import.meta.url), {
        workerData: { game, player, folder: process.cwd(), limits: limited } satisfies StrengthWork,
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
            worker.on('exit', (code) => reject(new Error(`a thread that plays matches ended with code ${code}`)));
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
      `info: ${player} failed in ${faults.length} of ${seeds.length * table.boards.length} matches; ${faults[0]}\n`,
    );
  return { name: player, means: sums.map((sum) => sum / seeds.length) };
}

function positive(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return count;
}
