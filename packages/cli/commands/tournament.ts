import type { Teams } from '@ludus/game/teams.ts';
import { playTournament, type TournamentPlan } from '@ludus/lab/results.ts';
import {
  doubleElimination,
  gauntlet,
  lastOut,
  type PlayedStage,
  roundRobin,
  type Stage,
  singleElimination,
  swiss,
  type TournamentFormat,
  type TournamentSetup,
} from '@ludus/lab/statistics.ts';
import { nearestWord } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { calledField } from '../lab/entrants.ts';
import { type PlayRun, session, writeResults, writeSummary } from '../lab/session.ts';
import { type LabOptions, labOptions, labSetup } from '../lab/setup.ts';
import { addMergedOption } from '../lab/shard.ts';
import { counted, parseMatches, parseSeed, wholeFrom } from '../option-values.ts';
import { table } from '../say.ts';

interface TournamentOptions extends LabOptions {
  readonly format: string;
  readonly matches?: number;
  readonly rounds?: number;
  readonly games?: number;
  readonly seats?: number;
  readonly seed: number;
}

/** The length of a tournament, for formats that need a length. */
interface FormatLength {
  readonly matches?: number | undefined;
  readonly rounds?: number | undefined;
}

interface FormatChoice {
  readonly what: string;
  /** The length options that this format accepts. */
  readonly takes: readonly ('matches' | 'rounds')[];
  make(setup: TournamentSetup, asked: FormatLength): TournamentFormat;
  /** The number of matches per table if `--games` isn't set. */
  games(seats: number): number;
}

const once = (seats: number): number => (seats === 2 ? 2 : 1);
const twoTurns = (seats: number): number => 2 * seats;

const FORMATS: Record<string, FormatChoice> = {
  course: {
    what: 'each bot plays --matches matches per round, and the last bot is eliminated',
    takes: ['matches'],
    make: (setup, { matches }) => lastOut(setup, matches),
    games: () => 1,
  },
  roundrobin: {
    what: 'each bot plays every other bot, or --matches balanced matches',
    takes: ['matches'],
    make: (setup, { matches }) => roundRobin(setup, matches),
    games: once,
  },
  swiss: {
    what: '--rounds rounds between bots with similar points',
    takes: ['rounds'],
    make: (setup, { rounds }) => swiss(setup, rounds),
    games: twoTurns,
  },
  gauntlet: {
    what: 'the first bot plays all others',
    takes: ['matches'],
    make: (setup, { matches }) => gauntlet(setup, matches),
    games: once,
  },
  single: { what: 'single elimination', takes: [], make: (setup) => singleElimination(setup), games: twoTurns },
  double: { what: 'double elimination', takes: [], make: (setup) => doubleElimination(setup), games: twoTurns },
};

/** `ludus tournament`: plays many players in one tournament and prints its table. */
export function tournament(program: Command): void {
  addMergedOption(
    labOptions(
      program
        .command('tournament')
        .description('Play a tournament of any number of bots')
        .argument('<players...>', 'bots, folders of bots, or a .csv list; for eliminations, the strongest first')
        .option('-f, --format <format>', `format: ${Object.keys(FORMATS).join(', ')}`, 'course')
        .option(
          '--matches <count>',
          'number of matches per bot for roundrobin and gauntlet, or per bot per round for course; 1 to 9999',
          parseMatches,
        )
        .option('--rounds <count>', 'number of rounds, for swiss, 1 to 9999', wholeFrom(1, 9999))
        .option(
          '--games <count>',
          'number of matches per table, 1 to 9999; the bots rotate by one seat after each match',
          parseMatches,
        )
        .option('--seats <count>', 'number of bots per match, in games that allow different numbers', counted)
        .option('-s, --seed <seed>', 'seed of seats, pairings, and matches, -2147483648 to 2147483647', parseSeed, 1),
    ),
  )
    .addHelpText(
      'after',
      `
Formats:
${Object.entries(FORMATS)
  .map(([name, { what }]) => `  ${name.padEnd(12)}${what}`)
  .join('\n')}

A folder stands for its bots: each file, and each folder with one bot, which is named after the folder. A .csv list
has the columns student, file, and name. A bot that crashes loses its match. After Ctrl-C or a crash, the same command
continues the tournament. With a budget, the table shows the highest share of the budget that each bot used in a match.
With --json, prints one JSON object: command, standings (rank, name, points, note), game, matches, faults, results, csv.

Example:
  ludus tournament Dummy Demo Null ./Mine.ts ./Other.ts --game madmax --format course`,
    )
    .action(run);
}

async function run(names: string[], options: TournamentOptions): Promise<void> {
  const choice = formatNamed(options.format);
  for (const option of ['matches', 'rounds'] as const)
    if (options[option] !== undefined && !choice.takes.includes(option))
      throw new UsageError(`the format ${options.format} doesn’t accept --${option}: leave it out`);
  const called = calledField(names);
  if (called.length < 2) throw new UsageError(`a tournament needs at least two bots, not ${called.length}`);
  const { setup, seats, teams } = await labSetup(
    called.map(({ spec }) => spec),
    options,
    options.seats === undefined ? { atLeast: 2 } : { exactly: options.seats },
    () => true,
    called.map(({ name }) => name),
  );
  const entrants = setup.players.length;
  if (entrants < 2) throw new UsageError(`a tournament needs at least two bots that can play, not ${entrants}`);
  const { matches, rounds, seed } = options;
  const games = options.games ?? choice.games(seats);
  const decides = { format: options.format, matches, rounds, seed, games };
  const asked: TournamentRequest = { ...decides, seats, teams };
  const total = formatOf(entrants, asked).tables() * games;
  await session({ command: 'tournament', setup, plan: decides, asked, options, total }, playAskedTournament);
}

interface TournamentRequest extends Pick<TournamentOptions, 'format' | 'seed'>, FormatLength {
  readonly seats: number;
  readonly teams?: Teams | undefined;
  readonly games: number;
}

function formatNamed(format: string): FormatChoice {
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format];
  const near = nearestWord(format, Object.keys(FORMATS));
  throw new UsageError(
    `unknown format ${format}; ${near ? `did you mean ${near}?` : `choose ${Object.keys(FORMATS).join(', ')}`}`,
  );
}

const formatOf = (entrants: number, asked: TournamentRequest): TournamentFormat =>
  formatNamed(asked.format).make({ entrants, seats: asked.seats, seed: asked.seed }, asked);

export const playAskedTournament: PlayRun<TournamentRequest> = async (given, asked) => {
  const { setup } = given;
  const { seats, teams, games, seed: firstSeed } = asked;
  const format = formatOf(setup.players.length, asked);
  const plan: TournamentPlan = { seats, teams, boards: setup.boards.length, firstSeed, games };
  const name = (entrant: number) => setup.players[entrant].name;
  const { played, records } = await playTournament(
    format,
    plan,
    (specs) => given.playAll(specs),
    (soFar, stage) => {
      given.note(stage.name);
      given.say(describeStage(soFar, stage, name));
    },
  );
  return () => {
    const standings = format.standings(played);
    const isCounted = records.some(({ used }) => used.some((share) => share > 0));
    const mostUsed = (entrant: number): string => {
      const used = Math.max(0, ...records.flatMap((r) => r.used.filter((_, seat) => r.players[seat] === entrant)));
      return used > 0 ? used.toFixed(2) : '';
    };
    given.out.write(
      `\n${table(
        ['player', 'rank', 'points', 'tables', 'faults', ...(isCounted ? ['used'] : []), ''],
        standings.map((line) => [
          name(line.entrant),
          String(line.rank),
          line.points.toFixed(2),
          String(line.tables),
          String(records.filter((r) => r.faults.some((f) => r.players[f.seat] === line.entrant)).length),
          ...(isCounted ? [mostUsed(line.entrant)] : []),
          line.note,
        ]),
      )}`,
    );
    const named = standings.map(({ rank, entrant, points, note }) => ({ rank, name: name(entrant), points, note }));
    writeSummary(given, { standings: named });
    writeResults(given, records, { standings: named });
  };
};

/** Returns each player's mean share in the stage, best first: `Round 3: 4 left   Dummy 0.91, Demo 0.40 …`. */
function describeStage(played: readonly PlayedStage[], stage: Stage, name: (entrant: number) => string): string {
  const { results } = played[played.length - 1];
  const sums = new Map<number, { sum: number; tables: number }>();
  stage.tables.forEach(({ players, standIns }, t) => {
    players.forEach((player, place) => {
      if (standIns.includes(place)) return;
      const { sum, tables } = sums.get(player) ?? { sum: 0, tables: 0 };
      sums.set(player, { sum: sum + results[t].shares[place], tables: tables + 1 });
    });
  });
  const order = [...sums].map(([player, { sum, tables }]) => ({ player, share: sum / tables }));
  order.sort((a, b) => b.share - a.share || a.player - b.player);
  const list = order.map(({ player, share }) => `${name(player)} ${share.toFixed(2)}`).join(', ');
  return `${stage.name}: ${list}${stage.byes.length > 0 ? `; resting: ${stage.byes.map(name).join(', ')}` : ''}`;
}
