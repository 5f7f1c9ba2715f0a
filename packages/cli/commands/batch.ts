import { outOf } from '@ludus/lab/batch/out-of.ts';
import type { MatchRecord, MatchSpec, RunSetup } from '@ludus/lab/batch/plan.ts';
import { placeShares } from '@ludus/lab/stats/groups.ts';
import type { Command } from 'commander';
import { type Play, session, writeResults } from '../lab/session.ts';
import { type LabOptions, labOptions, labSetup } from '../lab/setup.ts';
import { table } from '../lab/table.ts';
import { parseSeeds } from '../option-values.ts';

interface BatchOptions extends LabOptions {
  readonly seeds?: readonly number[];
  readonly rotate?: boolean;
}

/** `ludus batch`: the same players on many boards and seeds, on all cores. */
export function batch(program: Command): void {
  labOptions(
    program
      .command('batch')
      .description('play the same players on many boards and seeds, on all cores')
      .argument('<players...>', 'one player a seat: built-in names or files, as for `ludus match`')
      .option('--seeds <seeds>', 'match seeds: 1..500, or 7, or 1..10,50..60 (default: 1..100)', parseSeeds)
      .option('--rotate', 'play every board and seed once a seat, all players moving on by one seat'),
  )
    .addHelpText(
      'after',
      `
Ctrl-C stops it, and the same command goes on; so it does after a crash. Results are written as JSON lines and as CSV.

Example:
  ludus batch Dummy Demo Demo Null --game madmax --boards maze1 maze2 --seeds 1..50`,
    )
    .action(run);
}

async function run(names: string[], options: BatchOptions): Promise<void> {
  const { setup } = await labSetup(names, options, { exactly: names.length });
  const seeds = options.seeds ?? parseSeeds('1..100');
  const specs = batchSpecs(setup, seeds, options.rotate === true);
  const plan = { seeds: [...seeds], rotate: options.rotate === true };
  await session({ command: 'batch', setup, plan, asked: plan, options, total: specs.length }, playBatch);
}

interface BatchAsked {
  readonly seeds: readonly number[];
  readonly rotate: boolean;
}

export const playBatch: Play<BatchAsked> = async (given, { seeds, rotate }) => {
  const { setup } = given;
  const records = await given.playAll(batchSpecs(setup, seeds, rotate));
  return () => {
    process.stdout.write(summary(setup, records));
    writeResults(given, records);
  };
};

/** Boards × seeds × (with `rotate`) seats, in this order. */
export function batchSpecs(setup: RunSetup, seeds: readonly number[], rotate: boolean): MatchSpec[] {
  const seated = setup.players.map((_, i) => i);
  const boards = setup.boards.length === 0 ? [-1] : setup.boards.map((_, i) => i);
  const turns = rotate ? seated.length : 1;
  return boards.flatMap((board) =>
    seeds.flatMap((seed) =>
      Array.from({ length: turns }, (_, turn) => ({
        id: `b${board < 0 ? 'x' : board}-s${seed}${rotate ? `-r${turn}` : ''}`,
        board,
        seed,
        players: seated.map((_, seat) => seated[(seat + turn) % seated.length]),
      })),
    ),
  );
}

function summary(setup: RunSetup, records: readonly MatchRecord[]): string {
  const played = records.filter((record) => record.failure === undefined);
  const rows = setup.players.map(({ name }, player) => {
    const scores: number[] = [];
    let [share, first, faults] = [0, 0, 0];
    for (const record of played) {
      const seat = record.players.indexOf(player);
      const shares = placeShares(record.scores, outOf(record));
      scores.push(record.scores[seat]);
      share += shares[seat];
      if (shares[seat] === Math.max(...shares)) first++;
      if (record.faults.some((fault) => fault.seat === seat)) faults++;
    }
    const n = Math.max(1, scores.length);
    const mean = scores.reduce((a, b) => a + b, 0) / n;
    const spread = Math.sqrt(scores.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, n - 1) / n);
    return [
      name,
      String(scores.length),
      `${mean.toFixed(1)} ± ${(1.96 * spread).toFixed(1)}`,
      `${((100 * share) / n).toFixed(1)} %`,
      `${((100 * first) / n).toFixed(1)} %`,
      String(faults),
    ];
  });
  return table(['player', 'matches', 'mean score', 'places below', 'in front', 'faults'], rows);
}
