import { type DuelPlan, duelRound, playDuel } from '@ludus/lab/duels.ts';
import { PoolClosedError } from '@ludus/lab/lab-run.ts';
import { type MatchRecord, outOf, type RunSetup, UnplayedPairError, UnplayedStageError } from '@ludus/lab/results.ts';
import {
  asksOneSide,
  countPairs,
  decidedExactly,
  describeElo,
  duelSentence,
  matchScore,
  type Standing,
} from '@ludus/lab/statistics.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { gameNamed } from '../games.ts';
import { type PlayRun, type Session, session, writeResults, writeSummary } from '../lab/session.ts';
import { type LabOptions, labOptions, labSetup } from '../lab/setup.ts';
import { addMergedOption } from '../lab/shard.ts';
import { counted, parseSeed } from '../option-values.ts';
import { table } from '../say.ts';

interface DuelOptions extends LabOptions {
  readonly vs?: readonly string[];
  readonly seats?: number;
  readonly elo0: number;
  readonly elo1?: number;
  readonly alpha: number;
  readonly beta: number;
  readonly limit: number;
  readonly seed: number;
  readonly pairs: number;
}

/** `ludus duel`: tests whether the new version of a bot is stronger than the old version. */
export function duel(program: Command): void {
  addMergedOption(
    labOptions(
      program
        .command('duel')
        .description('Test whether a new bot is stronger than an old one')
        .argument('<new>', 'new bot')
        .argument('<old>', 'old bot')
        .option(
          '--vs <players...>',
          'bots for the other seats in games for three or more players (default: the two bots)',
        )
        .option('--seats <count>', 'number of bots per match, in games that allow different numbers', counted)
        .option('--elo0 <elo>', 'advantage in Elo that does not count as stronger, -3000 to 3000', parseElo, 0)
        .option(
          '--elo1 <elo>',
          'advantage in Elo that counts as stronger, --elo0 to 3000; if above --elo0, the duel can also end as nearly equal (default: --elo0)',
          parseElo,
        )
        .option('--alpha <rate>', 'rate of wrong results in favour of the new bot, between 0 and 0.5', parseRate, 0.05)
        .option('--beta <rate>', 'rate of wrong results against the new bot, between 0 and 0.5', parseRate, 0.05)
        .option('--limit <pairs>', 'maximum number of pairs of matches, at least 1', counted, 2000)
        .option(
          '-s, --seed <seed>',
          'seed of the first pair, -2147483648 to 2147483647; each later pair has the next seed',
          parseSeed,
          1,
        )
        .option(
          '--pairs <count>',
          'with --shard: number of pairs that all parts together play before a merge, at least 1',
          counted,
          100,
        ),
    ),
  )
    .addHelpText(
      'after',
      `
A pair is two matches on the same board and seed with seats swapped, so that luck cancels out. The duel ends when the
result is clear, and the last line states it. If neither the bots nor the game use randomness, a pair that
exactly repeats an earlier pair doesn't count again. A game without luck is therefore played on a new board for each
pair, unless you name boards, or the game can't generate boards for this number of players.
With --json, prints one JSON object: command, fresh, old, pairs, repeated, decision, sentence, wins, standing, game,
matches, faults, results, csv.
Exit code: 0 stronger, 1 weaker, not shown to be stronger, or undecided.

Example:
  ludus duel ./Mine.ts Demo --game madmax
  ludus duel ./Mine.ts ./old-Mine.ts --vs Dummy --boards maze1 maze2 --game starwar`,
    )
    .action(run);
}

async function run(fresh: string, old: string, options: DuelOptions): Promise<void> {
  const { elo0, elo1 = elo0, alpha, beta, limit, seed } = options;
  if (elo1 < elo0) throw new UsageError(`--elo1 must be at least --elo0 (${elo0}), not ${elo1}`);
  const fillers = options.vs ?? [];
  const { setup, game, seats, teams } = await labSetup(
    [fresh, old, ...fillers],
    { ...options, avoidRepeats: true },
    options.seats === undefined ? { atLeast: 2 + fillers.length } : { exactly: options.seats },
    (index) => index > 1 && fillers.length > 1,
  );
  if (fillers.length > 0 && setup.players.length === 2) throw new UsageError('none of the bots named in --vs can play');
  if (fillers.length > 0 && seats === 2)
    throw new UsageError(
      `${game.seats.length === 1 ? game.title : `a match of ${game.title} on these boards`} has two seats: omit --vs`,
    );
  const plan: DuelPlan = {
    elo0,
    elo1,
    alpha,
    beta,
    limit,
    seats,
    teams,
    fillers: setup.players.length - 2,
    boards: setup.boards.length,
    firstSeed: seed,
  };
  // The limit and the hypotheses only determine when to stop, so they may change when a run is resumed.
  const matters = { seed, seats };
  const asked: DuelRequest = { ...plan, pairs: options.pairs };
  await session({ command: 'duel', setup, plan: matters, asked, options }, playAskedDuel);
}

interface DuelRequest extends DuelPlan {
  /** The number of pairs that all parts together play before a merge. */
  readonly pairs: number;
}

export const playAskedDuel: PlayRun<DuelRequest> = async (given, asked) => {
  const { setup } = given;
  const [a, b] = setup.players.map((player) => player.name);
  const others = setup.players.slice(2).map((player) => player.name);
  const company = others.length > 0 ? ` with ${others.join(', ')}` : '';
  given.say(
    `${a} against ${b}: ${gameNamed(setup.game).title}, ${describeBoards(setup.boards.length)}, pairs of matches${company}`,
  );
  const { standing, records, tally, boards, wins, repeated, spoiled } = await playRounds(given, asked);
  return () => {
    if (!isMilestone(standing.groups)) given.out.write(`${statusLine(standing, asked)}\n`);
    if (!asksOneSide(asked) && decidedExactly(standing))
      given.out.write(`${''.padStart(13)}  decided by the exact test, before the LLR reached its limits\n`);
    const rows = setup.boards.map((board, index) => {
      const on = records.filter((record) => record.board === index);
      const points = on.reduce((sum, record) => sum + matchScore(record.scores, record.players, outOf(record)), 0);
      return [board.name, String(on.length), on.length === 0 ? '' : `${((100 * points) / on.length).toFixed(1)}%`];
    });
    if (rows.length > 1) given.out.write(`\n${table(['board', 'matches', `points of ${a}`], rows)}`);
    const sentence = duelSentence({ fresh: a, old: b }, standing, asked, tally, wins, boards);
    writeSummary(given, { sentence });
    const { groups: pairs, decision } = standing;
    const result = { fresh: a, old: b, pairs, repeated, decision: decision ?? null, sentence, wins, standing };
    writeResults(given, records, result);
    if (repeated > 0)
      process.stderr.write(
        `left out: ${countPairs(repeated)} that exactly repeat earlier ones; ${pairs} ${pairs === 1 ? 'is' : 'are'} different\n`,
      );
    if (spoiled > 0) process.stderr.write(`left out: ${countPairs(spoiled)} with a match that could not be played\n`);
    given.out.write(describeBudgets(setup, records));
    given.out.write(`\n${sentence}\n`);
    if (standing.decision !== 'h1') process.exitCode = EXIT_NEGATIVE;
  };
};

/** A bot that uses at least this share of its budget (0 to 1) is reported, because other machines may be slower. */
const CLOSE_TO_BUDGET = 0.8;

/** Returns one line per bot that came close to its budget. */
function describeBudgets({ players }: RunSetup, records: readonly MatchRecord[]): string {
  const lines = players.flatMap(({ name }, player) => {
    const used = records.flatMap((record) => record.used.filter((_, seat) => record.players[seat] === player));
    const most = used.reduce((one, other) => Math.max(one, other), 0);
    return most < CLOSE_TO_BUDGET ? [] : [`${name} used up to ${Math.floor(100 * most)}% of its budget.\n`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/**
 * Plays pairs until the test decides, and prints the current result if the run is stopped before that. In a session
 * that doesn't play matches, throws an error that lists the pairs to play before the next merge.
 */
async function playRounds(given: Session, asked: DuelRequest) {
  let last: Standing | undefined;
  try {
    return await playDuel(
      asked,
      (spec, pair) => given.play(spec, pair),
      given.ahead,
      (standing) => {
        last = standing;
        given.note(describeElo(standing));
        if (isMilestone(standing.groups)) given.say(statusLine(standing, asked));
      },
    );
  } catch (error) {
    if (error instanceof UnplayedPairError) throw new UnplayedStageError(duelRound(asked, asked.pairs, error.pair));
    if (error instanceof PoolClosedError && last && !isMilestone(last.groups)) given.say(statusLine(last, asked));
    throw error;
  }
}

function describeBoards(boards: number): string {
  return boards === 0 ? 'a separate board for each seed' : boards === 1 ? 'one board' : `${boards} boards`;
}

function statusLine(standing: Standing, plan: DuelPlan): string {
  const { groups, llr, lower, upper } = standing;
  const ratio = asksOneSide(plan) ? '' : `  LLR ${llr.toFixed(2)} (${lower.toFixed(2)} … ${upper.toFixed(2)})`;
  return `${countPairs(groups).padStart(13)}  ${describeElo(standing)}${ratio}`;
}

/** Checks whether the number is 10, 20, 50, 100, 200, and so on. */
function isMilestone(pairs: number): boolean {
  let digits = pairs;
  while (digits >= 10 && digits % 10 === 0) digits /= 10;
  return pairs >= 10 && (digits === 1 || digits === 2 || digits === 5);
}

function parseElo(text: string): number {
  const elo = Number(text);
  if (text.trim() === '' || !(Math.abs(elo) <= 3000))
    throw new InvalidArgumentError('It must be a number from -3000 to 3000.');
  return elo;
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate < 0.5)) throw new InvalidArgumentError('It must be a number between 0 and 0.5.');
  return rate;
}
