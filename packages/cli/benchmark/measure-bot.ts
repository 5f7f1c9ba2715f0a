import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedRevision } from '@ludus/game/replay.ts';
import { sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { LabRun } from '@ludus/lab/lab-run.ts';
import { type BenchmarkResult, benchmarkSpecs, hiddenBoards, ladderPlace, treeHash } from '@ludus/lab/league.ts';
import type { MatchRecord, RunSetup } from '@ludus/lab/results.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { LANGUAGES } from 'ludus/kit.ts';
import { languageOf } from '../bot-files.ts';
import { ladderBoards } from '../climb/ladder.ts';
import { contextOf } from '../context.ts';
import { canBeIsolated } from '../lab/field.ts';
import { build, compile } from '../league/admit.ts';
import { writeSources } from '../league/sources.ts';
import { answerMs, type LimitOptions, limitsOf } from '../limits.ts';
import type { BenchmarkBot } from './bots.ts';

/** The settings of a benchmark. */
export interface BenchmarkPlay {
  readonly key: string;
  /** Number of pairs of matches against each opponent. */
  readonly pairs: number;
  /** The unit of the budget; undefined for the usual unit of each bot's language. */
  readonly budget: 'none' | 'cpu' | 'fuel' | undefined;
  readonly limits: LimitOptions;
  /** The number of matches that run at the same time. */
  readonly jobs: number;
  readonly onPlayed: () => void;
}

/** Maximum number of distinct messages that report why a bot failed. */
const MAX_PROBLEMS = 3;
/** Languages whose bots have a budget of CPU time by default; bots in other languages have fuel. */
const WITHOUT_FUEL = new Set(['java', 'rust', 'go']);

/** Returns the number of matches that one bot plays. */
export const benchmarkMatches = ({ kit }: BenchmarkBot, pairs: number): number =>
  2 * pairs * kit.ladder!.opponents.length;

/**
 * Plays a bot against all opponents of the practice ladder, on boards that the key determines. The bot runs from a copy
 * of its source files.
 */
export async function measureBot(bot: BenchmarkBot, play: BenchmarkPlay): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-benchmark-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await measureIn(folder, bot, play);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

async function measureIn(folder: string, bot: BenchmarkBot, play: BenchmarkPlay): Promise<BenchmarkResult> {
  const { kit, name, files } = bot;
  const opponents = kit.ladder!.opponents;
  const language = files && languageOf(bot.spec);
  const isCounted = files !== undefined;
  const budget = play.budget ?? (!isCounted ? 'none' : WITHOUT_FUEL.has(language ?? '') ? 'cpu' : 'fuel');
  const about = {
    game: kit.game.id,
    bot: name,
    language: LANGUAGES.find(({ id }) => id === language)?.title ?? null,
    budget,
    sources: files ? treeHash(files) : null,
  };
  const none = { place: null, elo: null, boards: 0, matches: 0, disqualified: 0, void: 0 };
  const unmet = opponents.map(({ name, rating }) => ({ name, rating, share: null }));
  const spec = files ? join('bot', bot.spec) : bot.spec;
  if (files) writeSources(files, join(folder, 'bot'));
  const limits = await limitsOf(play.limits, budget);
  const context = await contextOf(kit.game, { budget, folder, limits });
  const problem = files && (await buildProblem(spec, { budget, folder, game: kit.game.id, context }));
  if (problem !== undefined)
    return {
      ...about,
      ...none,
      state: 'not built',
      problems: [problem.replaceAll(`${folder}/`, '')],
      opponents: unmet,
    };
  const setup = setupOf(bot, spec, { play, budget, folder, limits });
  const isolated = canBeIsolated([spec], context);
  const records = await playAll({ ...setup, ...(isolated && { isolated }) }, bot, play);
  const index = opponents.length;
  const played = records.filter(({ failure }) => failure === undefined);
  const faults = played.flatMap((record) =>
    record.faults.filter(({ seat }) => record.players[seat] === index).slice(0, 1),
  );
  const figures = { matches: played.length, disqualified: faults.length, void: records.length - played.length };
  const problems = [...new Set(faults.map(({ fault, sentence }) => `${fault}: ${sentence}`))].slice(0, MAX_PROBLEMS);
  if (played.length > 0 && faults.length === played.length)
    return { ...about, ...none, ...figures, state: 'crashed', problems, opponents: unmet };
  const found = ladderPlace(opponents, records);
  if (found === undefined) return { ...about, ...none, ...figures, state: 'no result', problems, opponents: unmet };
  const { place, elo, shares, boards } = found;
  return {
    ...about,
    ...figures,
    state: 'played',
    problems,
    place,
    elo,
    boards,
    opponents: opponents.map(({ name, rating }, n) => ({ name, rating, share: shares[n] })),
  };
}

/** Returns the compiler's message if a bot can't be built, otherwise undefined. */
async function buildProblem(
  spec: string,
  {
    budget,
    folder,
    game,
    context,
  }: {
    readonly budget: string;
    readonly folder: string;
    readonly game: string;
    readonly context: Parameters<typeof build>[1];
  },
): Promise<string | undefined> {
  const compiled =
    budget === 'fuel' && languageOf(spec) === 'cpp' ? await compile(join(folder, spec), game) : undefined;
  return compiled ?? (await build([spec], context)).get(0);
}

interface BenchmarkContext {
  readonly play: BenchmarkPlay;
  readonly budget: RunSetup['budget'];
  readonly folder: string;
  readonly limits: NonNullable<ResolveContext['limits']>;
}

function setupOf(
  { kit, name, files }: BenchmarkBot,
  spec: string,
  { play, budget, folder, limits }: BenchmarkContext,
): RunSetup {
  const { game } = kit;
  const boardOf = ladderBoards(kit);
  const boards = hiddenBoards(play.key, play.pairs).map((group, n) => ({
    name: `b${n + 1}`,
    text: game.printBoard(boardOf(group).board),
  }));
  const opponents = kit.ladder!.opponents.map((each) => ({ name: each.name, spec: each.name, fingerprint: '' }));
  return {
    game: game.id,
    ...(namedRevision(game) !== undefined && { revision: namedRevision(game) }),
    boards,
    players: [...opponents, { name, spec, fingerprint: files ? treeHash(files).slice(0, 16) : '' }],
    budget,
    folder,
    limits,
    tableNames: true,
    // A bot that remembers a match must not learn hidden information about another match.
    ...(game.observe && files && { hidden: true }),
  };
}

async function playAll(setup: RunSetup, { kit }: BenchmarkBot, play: BenchmarkPlay): Promise<MatchRecord[]> {
  const { game } = kit;
  const { board } = ladderBoards(kit)(hiddenBoards(play.key, 1)[0]);
  const specs = benchmarkSpecs(play.key, {
    opponents: kit.ladder!.opponents.length,
    boards: play.pairs,
    sides: sidesOn(game, board),
    teams: teamsOn(game, board),
  });
  const run = new LabRun({
    setup,
    plan: { benchmark: play.key },
    folder: setup.folder,
    secret: play.key,
    workerModule: new URL('../lab/match-worker.ts', import.meta.url),
    workers: play.jobs,
    answerMs: answerMs(setup.limits),
    onPlayed: play.onPlayed,
  });
  try {
    return await run.playAll(specs);
  } finally {
    await run.close();
  }
}
