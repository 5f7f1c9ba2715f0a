import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playMatch } from '@ludus/referee/match.ts';
import { processKind } from '@ludus/runtime/kinds.ts';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { starwar } from 'ludus/starwar/rules.ts';

/**
 * Measures whether budgets are fair on a busy machine. Plays the same matches twice: while the machine is idle, and
 * while busy loops overload the machine. Each match has four processes, each of which uses about 60% of its budget. No
 * player may be frozen, and the results must be the same.
 */
export interface FairOptions {
  readonly matches: number;
  /** Number of busy loops per processor during the second half. */
  readonly overload: number;
  readonly budgetMs: number;
  readonly share: number;
  readonly rounds: number;
  /** Number of parallel matches during the second half. The first half has one match per processor. */
  readonly atOnce: number;
  /** Called after each match. */
  readonly onPlayed?: (played: number) => void;
}

export interface FairResult {
  readonly outcomes: readonly string[];
  /** The messages of the verdicts. The list should be empty. */
  readonly frozen: readonly string[];
  /** Shares of the budget used, one per player and match, ascending. */
  readonly used: readonly number[];
  readonly seconds: number;
}

const DEFAULTS: FairOptions = { matches: 2000, overload: 4, budgetMs: 50, share: 0.6, rounds: 10, atOnce: 8 };

/** The C compiler for the burner, if there is one. */
export const compiler = (): string | undefined => onPath('cc') ?? onPath('gcc') ?? onPath('clang');

export async function fair(options: Partial<FairOptions>): Promise<{ idle: FairResult; busy: FairResult }> {
  const settings = { ...DEFAULTS, ...options };
  const folder = mkdtempSync(join(tmpdir(), 'ludus-fair-'));
  try {
    const burner = join(folder, 'burner');
    const source = fileURLToPath(new URL('./burner.c', import.meta.url));
    const built = spawnSync(compiler()!, ['-O2', '-o', burner, source], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    const idle = await playAll(burner, settings, availableParallelism());
    const loops = Array.from({ length: settings.overload * availableParallelism() }, () =>
      spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
    );
    try {
      return { idle, busy: await playAll(burner, settings, settings.atOnce) };
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function playAll(burner: string, settings: FairOptions, atOnce: number): Promise<FairResult> {
  const start = performance.now();
  const text = readFileSync(new URL('../../packages/games/starwar/boards/default.cnf', import.meta.url), 'utf8');
  const board = starwar.readBoard(text.replace(/nb_rnds\s+\d+/, `nb_rnds ${settings.rounds}`));
  if (!board.ok) throw new Error(board.problem.message);
  // The start and the first answer don't count against the budget (docs/budgets.md).
  const perRoundMs = (settings.budgetMs * settings.share) / (settings.rounds - 1);
  const source = await processKind.prepare(`cmd:${burner} ${perRoundMs}`, {
    game: starwar,
    budget: 'cpu',
    folder: '/',
    limits: { cpuMs: settings.budgetMs },
  });
  const outcomes: string[] = [];
  const frozen: string[] = [];
  const used: number[] = [];
  let next = 0;
  let played = 0;
  const worker = async () => {
    while (next < settings.matches) {
      const seed = ++next;
      const runners = [];
      for (let seat = 0; seat < 4; seat++) runners.push(await source.open());
      const result = await playMatch({ game: starwar, board: board.value, seed, runners, limited: true });
      outcomes[seed - 1] = result.outcome.scores.join(' ');
      frozen.push(...result.verdicts.map((verdict) => `match ${seed}: ${verdict.sentence}`));
      used.push(...result.used);
      settings.onPlayed?.(++played);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { outcomes, frozen, used: used.sort((a, b) => a - b), seconds: (performance.now() - start) / 1000 };
}

function describe(name: string, { outcomes, frozen, used, seconds }: FairResult): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const middle = used[Math.floor(used.length / 2)];
  return `${name.padEnd(11)} ${outcomes.length} matches in ${seconds.toFixed(0)} s, frozen: ${frozen.length}, budget used: ${percent(used[0])} … ${percent(middle)} … ${percent(used.at(-1)!)} (least, median, most)`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (compiler() === undefined) throw new Error('the burner needs a C compiler (Debian: gcc)');
  const matches = Number(process.argv[2] ?? DEFAULTS.matches);
  const onPlayed = (played: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${played} of ${matches} ${played === matches ? '\n' : ''}`);
  };
  const { idle, busy } = await fair({ matches, onPlayed });
  console.log(describe('unchanged', idle));
  console.log(describe('overloaded', busy));
  for (const sentence of [...idle.frozen, ...busy.frozen]) console.log(sentence);
  const same = idle.outcomes.every((outcome, match) => outcome === busy.outcomes[match]);
  console.log(`outcomes: ${same ? 'the same' : 'different'}`);
  if (!same || idle.frozen.length + busy.frozen.length > 0) process.exitCode = 1;
}
