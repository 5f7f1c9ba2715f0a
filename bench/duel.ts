import { counted } from '@ludus/cli/benchmarks.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { BOARD_DESIGNS, ERROR_RATE_DESIGNS, scoreOfElo, simulateDuels, withMean } from '@ludus/lab/statistics.ts';
import { type Command, InvalidArgumentError } from 'commander';

/** `npm run bench -- duel`: the error rates of the duel's test, simulated with known strengths. */
export function duelBench(bench: Command): void {
  bench
    .command('duel')
    .description('Measure the error rates of duels by simulation')
    .option('--duels <count>', 'number of duels per row and true strength, from 1', counted, 2000)
    .option('--elo1 <list>', 'advantages in Elo to test, separated by commas', parseList, [10, 60, 200])
    .option('-s, --seed <seed>', 'seed of the simulation, a whole number', Number, 1)
    .option('--only-boards', 'only the duels on boards that favour one side')
    .addHelpText('after', '\nExample:\n  npm run bench -- duel --duels 500 --elo1 10,60')
    .action((options: BenchOptions) => {
      console.log(
        `Each row: ${options.duels} duels with no advantage, ${options.duels} with the full advantage. The error rates should be at most 5%.`,
      );
      console.log(
        '“stronger”, “weaker”: verdicts about equal players. “missed”: “not stronger” about the stronger player.',
      );
      if (!options.onlyBoards) run(options);
      boards(options);
    });
}

interface BenchOptions {
  readonly duels: number;
  readonly elo1: readonly number[];
  readonly seed: number;
  readonly onlyBoards?: true;
}

const rate = (share: number) => `${(100 * share).toFixed(2)}%`.padStart(9);

/**
 * Measures the gain from removing the boards' effect from the spread, and checks that the error rates stay within their
 * limits.
 */
function boards({ duels, elo1, seed }: BenchOptions): void {
  for (const full of elo1) {
    console.log(
      `\n0 against ${full} Elo, half of the boards for each${' '.repeat(11)} stronger    weaker    missed   groups (equal, stronger)  with one spread for all boards  saved`,
    );
    for (const { name, models } of BOARD_DESIGNS) {
      const plan = { elo0: 0, elo1: full, limit: 1_000_000 };
      const [within, over] = [true, false].map((apart) => {
        const random = new Lehmer(seed);
        const none = simulateDuels(models(0.5), plan, duels, random, apart);
        return { none, all: simulateDuels(models(scoreOfElo(full)), plan, duels, random, apart) };
      });
      const groups = ({ none, all }: typeof within) =>
        [none, all].map(({ meanGroups }) => meanGroups.toFixed(0).padStart(6)).join(' ');
      const sum = ({ none, all }: typeof within) => none.meanGroups + all.meanGroups;
      console.log(
        `${name.padEnd(52)}${rate(within.none.h1)} ${rate(within.none.weaker)} ${rate(within.all.h0)}   ${groups(within)}            ${groups(over)}              ${`${(100 * (1 - sum(within) / sum(over))).toFixed(0)}%`.padStart(9)}`,
      );
    }
  }
}

function run({ duels, elo1, seed }: BenchOptions): void {
  for (const full of elo1) {
    console.log(`\n0 against ${full} Elo${' '.repeat(31)} stronger    weaker    missed   groups (equal, stronger)`);
    for (const { name, model } of ERROR_RATE_DESIGNS) {
      const plan = { elo0: 0, elo1: full, limit: 1_000_000 };
      const random = new Lehmer(seed);
      const none = simulateDuels([withMean(model(), 0.5)], plan, duels, random);
      const all = simulateDuels([withMean(model(), scoreOfElo(full))], plan, duels, random);
      console.log(
        `${name.padEnd(46)}${rate(none.h1)} ${rate(none.weaker)} ${rate(all.h0)}   ${none.meanGroups.toFixed(0).padStart(6)} ${all.meanGroups.toFixed(0).padStart(6)}`,
      );
    }
  }
  console.log('\nVery one-sided (99% of the points), 0 against 10 Elo');
  for (const { name, model } of ERROR_RATE_DESIGNS) {
    const rates = simulateDuels(
      [withMean(model(), 0.99)],
      { elo0: 0, elo1: 10, limit: 100_000 },
      duels,
      new Lehmer(seed),
    );
    console.log(`${name.padEnd(46)}${rate(rates.h1)} called stronger, after ${rates.meanGroups.toFixed(1)} groups`);
  }
  const same = simulateDuels(
    [{ values: [0.5], weights: [1], total: 1 }],
    { elo0: 0, elo1: 10, limit: 2000 },
    5,
    new Lehmer(1),
  );
  console.log(
    `\nPlayers that play identically: ${rate(same.undecided).trim()} undecided, after ${same.meanGroups} groups, the limit.`,
  );
}

function parseList(text: string): number[] {
  const list = text.split(',').map(Number);
  if (!list.every((elo) => elo > 0 && elo < 3000))
    throw new InvalidArgumentError('The advantages must be numbers above 0 and below 3000, such as 10,60,200.');
  return list;
}
