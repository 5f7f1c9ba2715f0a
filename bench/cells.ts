import { readFileSync } from 'node:fs';
import { counted, jobPlayers } from '@ludus/cli/benchmarks.ts';
import { contextOf } from '@ludus/cli/context.ts';
import { boardFiles, gameNamed, sampleFile } from '@ludus/cli/games.ts';
import { playMatch } from '@ludus/referee/match.ts';
import type { MatchJob, MatchProcessPool } from '@ludus/referee/match-process.ts';
import { modulePlayer } from '@ludus/runtime/kinds.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { median } from './median.ts';

const KEY = '5e'.repeat(32);

/** `npm run bench -- cells`: the cost of matches in separate processes. */
export function cellsBench(bench: Command): void {
  bench
    .command('cells')
    .description('Measure the time that a separate match process adds')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 15)
    .addHelpText('after', '\nExample:\n  npm run bench -- cells --runs 5')
    .action(({ runs }: { runs: number }) => report(Math.max(1, Math.round(runs) || 1)));
}

async function report(runs: number): Promise<void> {
  const game = gameNamed('madmax');
  const context = await contextOf(game, { budget: 'fuel', folder: '.' });
  const file = sampleFile(game, 'madmax/players/cpp/AINull.cc');
  const [player] = await jobPlayers([file], context);
  if (player?.kind !== 'module') throw new UsageError('no compiler for WebAssembly was found');
  const text = readFileSync(boardFiles(game).get('maze1')!, 'utf8');
  const job: MatchJob = {
    game: game.id,
    board: text,
    seed: 1,
    budget: 'fuel',
    key: KEY,
    players: Array(4).fill(player),
  };
  let prepared: PlayerSource | undefined;
  const here = async (): Promise<string> => {
    prepared ??= await modulePlayer(new Uint8Array(player.bytes), 'Null', context);
    const board = game.readBoard(text);
    if (!board.ok) throw new Error(board.problem.message);
    const chunks: string[] = [];
    const runners = await Promise.all([0, 1, 2, 3].map(() => prepared!.open()));
    const record = (piece: string) => chunks.push(piece);
    await playMatch({ game, board: board.value, seed: 1, runners, limited: true, key: KEY, record });
    return chunks.join('');
  };
  const inCell = (processes: MatchProcessPool) => async (): Promise<string> => {
    const outcome = await processes.play(job);
    if (outcome.kind !== 'finished') throw new UsageError(outcome.sentence);
    return outcome.replay;
  };
  const pools = {
    used: openMatchProcesses({ idle: 1 }),
    ready: openMatchProcesses({ idle: 1, fresh: true }),
    cold: openMatchProcesses({ idle: 0, fresh: true }),
  };
  const ways = [
    ['in this process', here],
    ['in a process that has already played', inCell(pools.used)],
    ['in a new process that was already started', inCell(pools.ready)],
    ['in a new process, including its start', inCell(pools.cold)],
  ] as const;
  const times = ways.map((): number[] => []);
  const replays = new Set<string>();
  // The first run of each method is for warm-up.
  for (let run = 0; run <= runs; run++)
    for (const at of run % 2 === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0]) {
      if (at === 2) await wait();
      const begun = performance.now();
      replays.add(await ways[at][1]());
      if (run > 0) times[at].push(performance.now() - begun);
    }
  await Promise.all(Object.values(pools).map((pool) => pool.close()));
  say(
    `Mad Max, maze1, four AINull.cc bots as WebAssembly under fuel: wall-clock time in milliseconds, medians of ${runs} runs`,
  );
  ways.forEach(([name], at) => {
    say(`  ${name.padEnd(40)} ${median(times[at]).toFixed(1).padStart(8)}`);
  });
  say(replays.size === 1 ? 'All replays are the same.' : `There are ${replays.size} different replays.`);
  if (replays.size !== 1) process.exitCode = 1;
}

/** Time for which a process that was started in advance waits before it is needed, in milliseconds. */
const WAIT_MS = 1000;
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
