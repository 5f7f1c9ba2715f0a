import {
  type Figures,
  LiveField,
  Memory,
  measure,
  OmniscientMemory,
  Random,
  SimulatedContest,
  type SimulationSetup,
  scriptField,
  table,
} from '@ludus/contest/ladder.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { GAMES } from '../games.ts';
import { counted, wholeFrom } from '../option-values.ts';
import { goal } from './goal.ts';
import { matchBytes } from './match-size.ts';

interface SimulateOptions {
  readonly entrants: number;
  readonly seed: number;
  readonly seats: number;
  readonly workers: number;
  readonly light: number;
  readonly heavy: number;
  readonly days: number;
  readonly hours?: number;
  readonly pace: number;
}

/**
 * The counts at the time when all entrants have arrived. `unfair`: the seconds in which a worker was idle while a
 * version with too few matches waited.
 */
interface ArrivalCounts {
  readonly matches: number;
  readonly unfair: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Minimum age, in seconds, of the live versions that the figures include. A newer version has hardly played yet. */
const SETTLED = 600;
/** Seconds until all entrants have arrived. */
const ARRIVAL = 60;
/** The number of results in the measured table. */
const REFIT = 100_000;

/** `ludus contest simulate`: simulates a year of the ladder with entrants of known strength. */
export function simulate(contest: Command): void {
  contest
    .command('simulate')
    .description('Simulate a leaderboard with bots of known strength')
    .option('--entrants <count>', 'number of entrants at a time, at least 1', counted, 60)
    .option('-s, --seed <seed>', 'seed of the simulation, from 1', counted, 7)
    .option('--seats <count>', 'number of bots per match, 2 to 8', wholeFrom(2, 8), 4)
    .option('--workers <count>', 'number of matches at a time, at least 1', counted, 2)
    .option('--light <seconds>', 'seconds per match between fast bots, above 0, up to 3600', parsePositive, 0.1)
    .option(
      '--heavy <seconds>',
      'seconds per match between bots that use all their CPU time (above 0, up to 3600)',
      parsePositive,
      4,
    )
    .option('--pace <count>', 'submissions per hour from each entrant on the first day, above 0', parsePositive, 0.05)
    .option('--days <count>', 'duration of the contest in days, at least 1', counted, 365)
    .option('--hours <count>', 'instead of --days: duration in hours, 1 to 24', wholeFrom(1, 24))
    .addHelpText(
      'after',
      `
The seed determines when entrants arrive, resubmit, and leave. After the first day, entrants submit a hundredth as often.
Match results follow the Plackett–Luce model. The first hour is simulated twice, with fast and with slow bots.

Examples:
  ludus contest simulate --entrants 60 --seed 7
  ludus contest simulate --entrants 10000 --workers 100 --light 0.25 --hours 4`,
    )
    .action(run);
}

async function run(options: SimulateOptions): Promise<void> {
  for (const [name, seconds] of [
    ['fast bots', options.light],
    ['bots that use all their CPU time', options.heavy],
  ] as const) {
    const play = begun(options, seconds);
    const from = arrived(play);
    play.until(HOUR);
    console.log(`\nAfter the first hour, ${name} (${seconds} s per match, ${options.workers} at a time)`);
    sayFirstHour(play, measure(play.finished, play.field, HOUR, SETTLED, from.matches), from);
    const knowing = begun(options, seconds, true);
    knowing.until(HOUR);
    const { near } = measure(knowing.finished, knowing.field, HOUR, SETTLED);
    console.log(`opponents within 200 points if all strengths were known from the beginning: ${percent(near)}`);
  }
  const play = begun(options, options.light);
  const from = arrived(play);
  const [unit, length, units] =
    options.hours === undefined ? ['day', DAY, options.days] : ['hour', HOUR, options.hours];
  let busiest = 0;
  let spread: readonly [number, number] = [1, 0];
  for (let n = 1; n <= units; n++) {
    const before = play.finished.length;
    play.until(n * length);
    busiest = Math.max(busiest, play.finished.length - before);
    const games = play.settledGames(SETTLED).toSorted((one, other) => one - other);
    const ratio = games[games.length - 1] / games[0];
    if (ratio > spread[0]) spread = [ratio, n];
    if (unit === 'hour' || n % 30 === 0)
      process.stderr.write(`${unit} ${n} of ${units}: ${play.finished.length} matches\n`);
  }
  console.log(`\nAfter ${units} ${unit}s, fast bots`);
  const figures = measure(play.finished, play.field, units * length, SETTLED, from.matches);
  const versions = play.field.strengths.size;
  console.log(`matches: ${count(figures.matches)}; versions: ${versions}, ${figures.live} of them live`);
  const worst = `${spread[0].toFixed(2)} (${unit} ${spread[1]})`;
  console.log(goal(`most / fewest matches per version, in the worst ${unit}`, worst, '≤ 1.3', spread[0] <= 1.3));
  sayLadder(play, figures, from);
  await sayDisk(unit, figures.matches / units, busiest);
  sayRefit(play);
}

/** Plays until all entrants have arrived. */
function arrived(play: SimulatedContest): ArrivalCounts {
  play.until(ARRIVAL);
  return { matches: play.finished.length, unfair: play.unfair };
}

/**
 * Starts a simulation. `isKnown`: whether the ladder knows the true strengths, and draws matches by these strengths
 * instead of ratings.
 */
function begun(options: SimulateOptions, matchSeconds: number, isKnown = false): SimulatedContest {
  const { entrants, days, hours, pace, seats, workers } = options;
  const secret = options.seed.toString(16).padStart(64, '0');
  const script = scriptField(
    { entrants, seconds: hours === undefined ? days * DAY : hours * HOUR, arrival: ARRIVAL, pace, leaving: 0.2 },
    new Random(secret, 1),
  );
  const builtins = [1, 2, 3, 4].map((i) => ({ version: -i, entrant: -i, since: 0, builtin: `player ${i}` }));
  const course: SimulationSetup = { secret, seats, boards: ['one', 'two', 'three', 'four'], workers, matchSeconds };
  const field = new LiveField(builtins, (version) => 200 * version);
  const memory = isKnown ? new OmniscientMemory((version) => field.strengths.get(version)!) : new Memory();
  return new SimulatedContest(course, field, script, () => process.cpuUsage().user / 1000, memory);
}

function sayFirstHour(play: SimulatedContest, figures: Figures, from: ArrivalCounts): void {
  const { most, fewest, fewestOfAll, matches } = figures;
  console.log(
    `matches: ${count(matches)}; live versions: ${figures.live}; fewest matches of a version, however new: ${fewestOfAll}`,
  );
  const games = `${most} / ${fewest} = ${(most / fewest).toFixed(2)}`;
  console.log(
    goal('matches of a live version that is ten minutes old, most / fewest', games, '≤ 1.3', most <= 1.3 * fewest),
  );
  sayLadder(play, figures, from);
}

function sayLadder(play: SimulatedContest, figures: Figures, from: ArrivalCounts): void {
  const { near, nearSince, firstFiveApart, error, held, matches } = figures;
  const gap = measure(play.settled, play.field, 0, 0).seatGap;
  const unfair = play.unfair - from.unfair;
  console.log(
    goal('idle time while a version with fewer than 200 matches waits', `${unfair.toFixed(1)} s`, '0 s', unfair === 0),
  );
  console.log(`idle time in the first minute, in which entrants arrive: ${from.unfair.toFixed(1)} s`);
  console.log(goal('largest difference between the seats of a version', `${gap}`, '≤ 1', gap <= 1));
  console.log(goal('opponents within 200 points', percent(near), '≥ 80%', near >= 0.8));
  console.log(`opponents within 200 points after the first minute, in which entrants arrive: ${percent(nearSince)}`);
  console.log(
    goal('pairs of the five best versions that have not met', `${firstFiveApart}`, '0', firstFiveApart === 0),
  );
  console.log(
    `error of the ratings: ${error.toFixed(0)} Elo (root mean square); ${(100 * held).toFixed(0)}% of the intervals contain the true strength`,
  );
  console.log(`drawing: ${((1000 * play.drawing) / Math.max(1, matches)).toFixed(2)} ms of CPU time per match`);
}

async function sayDisk(unit: string, mean: number, busiest: number): Promise<void> {
  for (const game of GAMES) {
    const bytes = await matchBytes(game);
    console.log(
      `disk, ${game.title}: ${(bytes / 1000).toFixed(1)} kB per match; ${megabytes(bytes * mean)} in an average ${unit}, ${megabytes(bytes * busiest)} in the busiest ${unit} (${count(busiest)} matches)`,
    );
  }
}

/**
 * Prints the CPU time needed to compute the official table from `REFIT` results, which repeat the results of the
 * finished matches.
 */
function sayRefit(play: SimulatedContest): void {
  const results = Array.from({ length: REFIT }, (_, i) => ({
    ...play.finished[i % play.finished.length],
    match: i + 1,
  }));
  const before = process.cpuUsage();
  table(results, play.field.live);
  const { user, system } = process.cpuUsage(before);
  console.log(`leaderboard from ${count(REFIT)} results: ${((user + system) / 1e6).toFixed(2)} s of CPU time`);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const count = (n: number): string => Math.round(n).toLocaleString('en');
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`;

function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3600)) throw new InvalidArgumentError('It must be a number above 0, up to 3600.');
  return value;
}
