import { seatSides, type Teams } from '@ludus/game/teams.ts';
import { type MatchRecord, type MatchSpec, outOf, type RunSetup } from '@ludus/lab/results.ts';
import { placeShares } from '@ludus/lab/statistics.ts';
import type { Command } from 'commander';
import { type PlayRun, session, writeResults } from '../lab/session.ts';
import { type LabOptions, labOptions, labSetup } from '../lab/setup.ts';
import { parseSeeds } from '../option-values.ts';
import { table } from '../say.ts';

interface BatchOptions extends LabOptions {
  readonly seeds?: readonly number[];
  readonly rotate?: boolean;
}

/** `ludus batch`: plays the same players on many boards and seeds, on all cores. */
export function batch(program: Command): void {
  labOptions(
    program
      .command('batch')
      .description('Play many matches on many boards and seeds')
      .argument('<players...>', 'one bot per seat, as for ludus match; one per team in games with teams')
      .option('--seeds <seeds>', 'match seeds, such as 7, 1..500, or 1..10,50..60 (default: 1..100)', parseSeeds)
      .option('--rotate', 'play every board and seed once per seat, with the bots rotated by one seat each time'),
  )
    .addHelpText(
      'after',
      `
Writes the results as JSON lines and as CSV. After Ctrl-C or a crash, the same command continues the run.
With --json, prints one JSON object: command, players (name, matches, meanScore, margin, share, first, faults), game,
matches, faults, results, csv.

Example:
  ludus batch Dummy Demo Demo Null --game madmax --boards maze1 maze2 --seeds 1..50`,
    )
    .action(run);
}

async function run(names: string[], options: BatchOptions): Promise<void> {
  const { setup, teams } = await labSetup(names, options, { exactly: names.length });
  const seeds = options.seeds ?? parseSeeds('1..100');
  const specs = batchSpecs(setup, seeds, options.rotate === true, teams);
  const plan = { seeds: [...seeds], rotate: options.rotate === true };
  await session({ command: 'batch', setup, plan, asked: { ...plan, teams }, options, total: specs.length }, playBatch);
}

interface BatchRequest {
  readonly seeds: readonly number[];
  readonly rotate: boolean;
  readonly teams?: Teams | undefined;
}

export const playBatch: PlayRun<BatchRequest> = async (given, { seeds, rotate, teams }) => {
  const { setup } = given;
  const records = await given.playAll(batchSpecs(setup, seeds, rotate, teams));
  return () => {
    const figures = summary(setup, records);
    given.out.write(summaryTable(figures));
    writeResults(given, records, { players: figures });
  };
};

/**
 * Lists the matches: boards × seeds × (with `rotate`) seats, in this order. With teams, each player has all seats of a
 * team.
 */
export function batchSpecs(
  setup: RunSetup,
  seeds: readonly number[],
  rotate: boolean,
  teams?: Teams | undefined,
): MatchSpec[] {
  const seated = setup.players.map((_, i) => i);
  const boards = setup.boards.length === 0 ? [-1] : setup.boards.map((_, i) => i);
  const turns = rotate ? seated.length : 1;
  return boards.flatMap((board) =>
    seeds.flatMap((seed) =>
      Array.from({ length: turns }, (_, turn) => ({
        id: `b${board < 0 ? 'x' : board}-s${seed}${rotate ? `-r${turn}` : ''}`,
        board,
        seed,
        players: seatSides(
          seated.map((_, seat) => seated[(seat + turn) % seated.length]),
          teams,
        ),
        ...(teams && { teams }),
      })),
    ),
  );
}

/** A player's result in a run. */
interface PlayerSummary {
  readonly name: string;
  readonly matches: number;
  readonly meanScore: number;
  /** Half the width of the 95% interval of the mean score. */
  readonly margin: number;
  /** The mean share of the other players that rank below this player in a match, 0 to 1. */
  readonly share: number;
  /** The share (0 to 1) of the matches in which the player is first. */
  readonly first: number;
  readonly faults: number;
}

function summary(setup: RunSetup, records: readonly MatchRecord[]): PlayerSummary[] {
  const played = records.filter((record) => record.failure === undefined);
  return setup.players.map(({ name }, player) => {
    const scores: number[] = [];
    let [share, first, faults] = [0, 0, 0];
    for (const record of played) {
      const seat = record.players.indexOf(player);
      const shares = placeShares(record.scores, outOf(record), record.teams);
      scores.push(record.scores[seat]);
      share += shares[seat];
      if (shares[seat] === Math.max(...shares)) first++;
      if (record.faults.some((fault) => record.players[fault.seat] === player)) faults++;
    }
    const n = Math.max(1, scores.length);
    const mean = scores.reduce((a, b) => a + b, 0) / n;
    const spread = Math.sqrt(scores.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, n - 1) / n);
    const margin = 1.96 * spread;
    return { name, matches: scores.length, meanScore: mean, margin, share: share / n, first: first / n, faults };
  });
}

function summaryTable(figures: readonly PlayerSummary[]): string {
  const rows = figures.map(({ name, matches, meanScore, margin, share, first, faults }) => [
    name,
    String(matches),
    `${meanScore.toFixed(1)} ± ${margin.toFixed(1)}`,
    `${(100 * share).toFixed(1)}%`,
    `${(100 * first).toFixed(1)}%`,
    String(faults),
  ]);
  return table(['player', 'matches', 'mean score', 'places below', 'in front', 'faults'], rows);
}
