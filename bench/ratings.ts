import { counted, goal } from '@ludus/cli/benchmarks.ts';
import {
  cyclesOfThree,
  type FieldModel,
  fitRatings,
  type SimulatedField,
  simulateField,
  winMatrix,
} from '@ludus/lab/statistics.ts';
import type { Command } from 'commander';

const RANGES = [200, 600, 1000];

/** The kinds of match for which intervals are checked. */
const DESIGNS: readonly { readonly name: string; readonly seats: number; readonly ties: number }[] = [
  { name: 'two players, no draws', seats: 2, ties: 0 },
  { name: 'two players, many draws', seats: 2, ties: 0.6 },
  { name: 'three players', seats: 3, ties: 0 },
  { name: 'four players', seats: 4, ties: 0 },
  { name: 'four players, many ties', seats: 4, ties: 0.8 },
  { name: 'four players, scores on a grid*', seats: 4, ties: -0.5 },
];

/** `npm run bench -- ratings`: the quality of ratings, simulated with known strengths. */
export function ratingsBench(bench: Command): void {
  bench
    .command('ratings')
    .description('Measure the errors of ludus rate by simulation')
    .option('--fields <count>', 'number of simulated fields per figure, from 1', counted, 200)
    .option('-s, --seed <seed>', 'seed of the simulation, a whole number', Number, 1)
    .addHelpText('after', '\nExample:\n  npm run bench -- ratings --fields 50')
    .action(run);
}

function run({ fields, seed }: { fields: number; seed: number }): void {
  coverage(fields, seed);
  closeness(fields, seed);
  circles(fields, seed);
  refit(seed);
}

function simulated(model: FieldModel, fields: number, seed: number): SimulatedField[] {
  return Array.from({ length: fields }, (_, i) => simulateField(model, seed * 1_000_003 + 7919 * i));
}

function coverage(fields: number, seed: number): void {
  console.log(
    `How often the 95% interval contains the true value: fields of 12 players within a range of Elo, ${fields} each`,
  );
  console.log(
    `${'matches per player'.padEnd(40)}${RANGES.map((range) => `20, ${range}`.padStart(10)).join('')}${RANGES.map((range) => `100, ${range}`.padStart(10)).join('')}`,
  );
  let least = 1;
  for (const { name, seats, ties } of DESIGNS) {
    const shares = [20, 100].flatMap((each) =>
      RANGES.map((range) => {
        const matches = Math.round((12 * each) / seats);
        return held(simulated({ players: 12, range, seats, matches, ties, meetings: 'random' }, fields, seed));
      }),
    );
    least = Math.min(least, ...shares);
    console.log(`${name.padEnd(40)}${shares.map((share) => `${(100 * share).toFixed(1)}%`.padStart(10)).join('')}`);
  }
  console.log('* scores that don’t follow the model: strength plus noise, rounded to a grid of 87 Elo');
  console.log(goal('the lowest value', `${(100 * least).toFixed(1)}%`, '≥ 93%', least >= 0.93));
}

function held(fields: readonly SimulatedField[]): number {
  let [inside, all] = [0, 0];
  for (const { truth, matches } of fields)
    fitRatings(truth.length, matches).forEach(({ elo, margin }, i) => {
      all++;
      if (Math.abs(elo - truth[i]) <= margin) inside++;
    });
  return inside / all;
}

function closeness(fields: number, seed: number): void {
  console.log('\nHow close the order is to the true order (Kendall’s τ, 1 = the same): ratings, mean points');
  const rows: readonly [string, FieldModel][] = [
    ['10 players, 200 matches of four, any opponents', four(10, 200, 'random')],
    ['20 players, 500 matches of four, any opponents', four(20, 500, 'random')],
    ['10 players, 200 matches of four, similar opponents', four(10, 200, 'near')],
    ['20 players, 500 matches of four, similar opponents', four(20, 500, 'near')],
  ];
  let isCloser = true;
  for (const [name, model] of rows) {
    let [fitted, means] = [0, 0];
    for (const { truth, matches } of simulated(model, fields, seed)) {
      fitted += kendall(
        truth,
        fitRatings(truth.length, matches).map(({ elo }) => elo),
      );
      means += kendall(truth, meanPoints(truth.length, matches));
    }
    isCloser &&= fitted > means;
    console.log(
      `${name.padEnd(46)}${(fitted / fields).toFixed(3).padStart(8)}${(means / fields).toFixed(3).padStart(8)}`,
    );
  }
  console.log(
    goal('ratings are closer than mean points', isCloser ? 'in all rows' : 'not in all rows', 'in all rows', isCloser),
  );
}

const four = (players: number, matches: number, meetings: FieldModel['meetings']): FieldModel => ({
  players,
  range: 600,
  seats: 4,
  matches,
  ties: 0,
  meetings,
});

function meanPoints(players: number, matches: SimulatedField['matches']): number[] {
  const [sums, counts] = [new Float64Array(players), new Float64Array(players)];
  for (const match of matches)
    match.players.forEach((player, i) => {
      sums[player] += match.players.length - match.places[i];
      counts[player]++;
    });
  return Array.from(sums, (sum, i) => sum / Math.max(1, counts[i]));
}

/**
 * Kendall's tau: the number of pairs in the right order minus the number in the wrong order, divided by the number of
 * all pairs.
 */
function kendall(truth: readonly number[], guess: readonly number[]): number {
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < truth.length; i++)
    for (let j = 0; j < i; j++) {
      sum += Math.sign(truth[i] - truth[j]) * Math.sign(guess[i] - guess[j]);
      pairs++;
    }
  return sum / pairs;
}

function circles(fields: number, seed: number): void {
  const model: FieldModel = { players: 40, range: 400, seats: 4, matches: 4000, ties: 0, meetings: 'random' };
  const pools = Math.min(fields, 100);
  let found = 0;
  for (const { matches } of simulated(model, pools, seed)) {
    const named = matches.map(({ players, places }) => ({
      players: players.map(String),
      shares: places.map((place) => 4 - place),
    }));
    if (cyclesOfThree(winMatrix(named)).some((cycle) => cycle.clear)) found++;
  }
  console.log(`\nPools of 40 players without cycles in which a clear cycle is reported: ${found} of ${pools}`);
  console.log(goal('cycles that don’t exist', `${((100 * found) / pools).toFixed(1)}%`, '≤ 5%', found <= pools / 20));
}

function refit(seed: number): void {
  console.log('\nFitting 100,000 results of four players again, with intervals');
  for (const [players, listed] of [
    [60, 60],
    [500, 60],
    [2000, 60],
  ]) {
    const model: FieldModel = { players, range: 1000, seats: 4, matches: 100_000, ties: 0.2, meetings: 'random' };
    const { matches } = simulateField(model, seed);
    const begun = performance.now();
    fitRatings(players, matches, { asked: Array.from({ length: listed }, (_, i) => i) });
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${`${players} versions, ${listed} of them listed`.padEnd(46)}${seconds.toFixed(2).padStart(8)} s`);
  }
}
