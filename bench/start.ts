import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted, goal } from '@ludus/cli/benchmarks.ts';
import { boardFile } from '@ludus/cli/boards.ts';
import { KITS } from '@ludus/cli/games.ts';
import { IS_INSTALLED } from '@ludus/shell/npm.ts';
import type { Command } from 'commander';
import { median } from './median.ts';

const OWN = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));
const GAMES = fileURLToPath(new URL('../packages/games/', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/** `npm run bench -- start`: the time of short commands, compared with Node alone. */
export function startBench(bench: Command): void {
  bench
    .command('start')
    .description('Measure start-up time, alone and with a short match')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 21)
    .addHelpText('after', '\nExample:\n  npm run bench -- start --runs 5')
    .action(({ runs }: { runs: number }) => measure(runs));
}

/** A game with compiled bots. */
const KIT = KITS.find(({ image }) => image !== undefined)!;

interface MeasuredCommand {
  readonly name: string;
  /** Maximum time relative to `node -e 0`. */
  readonly most?: number;
  readonly args: readonly string[];
}

function measure(runs: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-start-'));
  // The package is built in the repository, so that it finds its dependencies.
  const built = join(REPOSITORY, '.cache', basename(folder));
  try {
    const zero: MeasuredCommand = { name: 'node -e 0', args: ['-e', '0'] };
    const commands = IS_INSTALLED
      ? commandsOf('', OWN, folder)
      : [...commandsOf('', build(built), folder), ...commandsOf(', as it is in the repository', OWN, folder)];
    const warm = join(folder, 'warm');
    const all = [zero, ...commands];
    // Runs twice, so that the second run uses the cache of the first.
    for (let i = 0; i < 2; i++) for (const { args } of all) run(args, folder, warm);
    const times = new Map<MeasuredCommand, number[]>(all.map((each) => [each, []]));
    const cold = new Map<MeasuredCommand, number[]>(all.map((each) => [each, []]));
    for (let r = 0; r < runs; r++)
      for (const each of r % 2 === 0 ? all : all.toReversed()) {
        times.get(each)!.push(run(each.args, folder, warm));
        cold.get(each)!.push(run(each.args, folder, join(folder, 'cold')));
        rmSync(join(folder, 'cold'), { recursive: true, force: true });
      }
    report(zero, commands, times, cold, runs);
    const fromRepository = commands.findLast(({ most }) => most === 3)!;
    for (const way of WAYS) measureCpp(way, fromRepository, folder, runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (!IS_INSTALLED) rmSync(built, { recursive: true, force: true });
  }
}

/** The ways to play a match of four C++ players, with the maximum time of the first match in seconds. */
const WAYS = [
  { name: 'native', options: [], mostSeconds: 6 },
  { name: 'WebAssembly', options: ['--target', 'wasm'], mostSeconds: 12 },
  { name: 'under fuel', options: ['--budget', 'fuel'], mostSeconds: 12 },
] as const;
/** Maximum time of a match after compilation, relative to the time of the same match with built-in players. */
const MAX_WARM = 2;

/**
 * Measures matches of four files with a player that does nothing: the first match, and each later match. Compares them
 * with matches of built-in players that do nothing.
 */
function measureCpp(
  { name, options, mostSeconds }: (typeof WAYS)[number],
  builtin: MeasuredCommand,
  folder: string,
  runs: number,
): void {
  const [ludus, command, ...rest] = builtin.args;
  const source = readFileSync(join(GAMES, KIT.game.id, 'players/cpp/AINull.cc'), 'utf8');
  const seats = rest.slice(0, rest.indexOf('-i')).map((_, seat) => {
    writeFileSync(join(folder, `AINull${seat}.cc`), source);
    return `./AINull${seat}.cc`;
  });
  const args = [ludus, command, ...seats, ...rest.slice(seats.length), ...options];
  const cache = join(folder, `cpp-${mostSeconds}`);
  const first = run(args, folder, cache) / 1000;
  const [warm, beside]: [number[], number[]] = [[], []];
  for (let r = 0; r < runs; r++) {
    warm.push(run(args, folder, cache));
    beside.push(run(builtin.args, folder, cache));
  }
  const times = median(warm) / median(beside);
  rmSync(cache, { recursive: true, force: true });
  const shown = `${seats.length} players in C++, ${name}`;
  console.log(goal(`${shown}, the first time`, `${first.toFixed(1)} s`, `≤ ${mostSeconds} s`, first <= mostSeconds));
  const each = `${median(warm).toFixed(0)} ms, ${times.toFixed(2)} × ${seats.length} built-in`;
  console.log(goal('  each later time', each, `≤ ${MAX_WARM} ×`, times <= MAX_WARM));
}

/** The commands of a Ludus program, given the file that starts it. */
function commandsOf(which: string, ludus: string, folder: string): MeasuredCommand[] {
  const { game, players } = KIT;
  const nobody = players[0].name;
  const seats = Array.from({ length: Math.max(...game.seats) }, () => nobody);
  const board = boardFile(game, 'default');
  return [
    { name: `ludus --version${which}`, most: 1.5, args: [ludus, '--version'] },
    {
      name: `ludus match of ${seats.length} ${nobody}${which}`,
      most: 3,
      args: [ludus, 'match', ...seats, '-i', board, '-o', join(folder, 'match.res')],
    },
  ];
}

/** Builds the published package in a folder of this process. Returns the file that starts it. */
function build(folder: string): string {
  process.stderr.write('building the package as published …\n');
  const { status, stderr } = spawnSync(process.execPath, [join(REPOSITORY, 'tools/pack/build.ts'), folder], {
    encoding: 'utf8',
    env: { ...process.env, LUDUS_GAMES: '' },
  });
  if (status !== 0) throw new Error(`the package cannot be built:\n${stderr}`);
  return join(folder, 'packages/cli/bin/ludus.js');
}

/** Milliseconds from start to end. `cache`: the folder of Node's compile cache. */
function run(args: readonly string[], folder: string, cache: string): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    // Users' custom games must not affect the measurement.
    env: { ...process.env, LUDUS_CACHE: cache, LUDUS_GAMES: '' },
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with status ${status}: ${stderr}`);
  return performance.now() - begun;
}

function report(
  zero: MeasuredCommand,
  commands: readonly MeasuredCommand[],
  times: ReadonlyMap<MeasuredCommand, number[]>,
  cold: ReadonlyMap<MeasuredCommand, number[]>,
  runs: number,
): void {
  const least = median(times.get(zero)!);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `Node ${process.versions.node}, medians of ${runs} runs in alternation; with stored compiled modules (in brackets: without); npx needs additional time`,
  );
  console.log(`${zero.name.padEnd(52)}${ms(least).padStart(10)}`);
  for (const each of commands) {
    const [warm, first] = [median(times.get(each)!), median(cold.get(each)!)];
    console.log(`${each.name.padEnd(52)}${ms(warm).padStart(10)}  (${ms(first)})`);
    console.log(
      goal(
        '  compared with node -e 0',
        `${(warm / least).toFixed(2)} ×`,
        `≤ ${each.most} ×`,
        warm / least <= each.most!,
      ),
    );
  }
}
