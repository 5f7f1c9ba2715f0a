import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { namedRevision } from '@ludus/game/replay.ts';
import { toPrintable } from '@ludus/kernel/token-reader.ts';
import { InvalidRunError, PoolClosedError } from '@ludus/lab/lab-run.ts';
import {
  type LeagueFile,
  leagueSections,
  leagueText,
  MAX_MATCHES,
  MAX_ROUNDS,
  type RoundFile,
  roundKey,
  sourceChanges,
} from '@ludus/lab/league.ts';
import { reportModel, reportPage } from '@ludus/lab/report.ts';
import type { RunSetup } from '@ludus/lab/results.ts';
import type { SandboxLevel } from '@ludus/runtime/parts.ts';
import { EXIT_NEGATIVE, INTERRUPTED, UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, makeFolder, readText, writeComplete } from '@ludus/shell/files.ts';
import { tryLock } from '@ludus/shell/process-lock.ts';
import { type Command, Option } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { GAME_IDS, gameNamed, kitOf } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { quickTarget } from '../lab/setup.ts';
import { canConfine } from '../league/agent.ts';
import { agentCommands, failedAgents } from '../league/agents.ts';
import { LeagueFolder } from '../league/folder.ts';
import { forgetJournal, type LeaguePlay, playRound } from '../league/play-round.ts';
import { type LeagueBot, leagueBots } from '../league/sources.ts';
import { verifyLeague } from '../league/verify.ts';
import { addLimitOptions, budgetChoiceOption, type LimitOptions, levelOf, limitsOf, targetOption } from '../limits.ts';
import { counted, gameText, jsonOption, MAX_JOBS, wholeFrom } from '../option-values.ts';
import { revisedGame, revisionOption } from '../revisions.ts';
import { printJson, table, textOutput } from '../say.ts';
import { VERSION } from '../version.ts';
import { watchData } from './report.ts';
import { partsOf } from './rules.ts';

interface LeagueOptions extends LimitOptions {
  readonly game: string;
  readonly rounds: number;
  readonly matches: number;
  readonly output: string;
  readonly jobs: number;
  readonly secret?: string;
  readonly budget: LeagueFile['budget'];
  readonly target?: LeagueFile['target'];
  readonly revision?: string;
  readonly json?: boolean;
  readonly agent?: readonly string[];
  readonly agentTime: number;
  readonly agentOutput: number;
  readonly agentProcesses: number;
  readonly agentWrites?: readonly string[];
}

interface VerifyOptions {
  readonly play?: boolean;
  readonly sandbox?: string;
  readonly jobs: number;
  readonly json?: boolean;
}

/** `ludus league`: plays rounds of a league whose bots may change between rounds, and reports the bots' standing. */
export function league(program: Command): void {
  const command = program
    .command('league')
    .description('Play a league of bots over several rounds')
    .addHelpText('after', '\nExamples:\n  ludus league ./anna ./bob --game trails\n  ludus league verify league');
  const play = command
    .command('play', { isDefault: true })
    .description('Play the rounds of a league')
    .argument('<bots...>', 'folders with one bot each, files of bots, or names of built-in bots')
    .requiredOption('-g, --game <game>', gameText(GAME_IDS))
    .option('--rounds <count>', `number of rounds, 1 to ${MAX_ROUNDS}`, wholeFrom(1, MAX_ROUNDS), 5)
    .option(
      '--matches <count>',
      `number of matches per round, 1 to ${MAX_MATCHES}, rounded up so that all bots play the same number of matches`,
      wholeFrom(1, MAX_MATCHES),
      200,
    )
    .option(
      '--agent <command>',
      'shell command that runs in every bot’s folder before each round and may change the bot, or NAME=COMMAND for one bot; repeatable',
      (command: string, before: readonly string[] = []) => [...before, command],
    )
    .option('--agent-time <seconds>', 'wall-clock limit per agent per round, in seconds, at least 1', counted, 600)
    .option('--agent-output <MiB>', 'output limit per agent per round, in MiB, at least 1', counted, 16)
    .option('--agent-processes <count>', 'maximum number of processes and threads per agent, at least 1', counted, 256)
    .option('--agent-writes <folders...>', 'folders that agents may write to, in addition to their own')
    .option('-o, --output <folder>', 'folder of the league; the same command continues it', 'league')
    .option(
      '-j, --jobs <count>',
      `number of matches at a time, 1 to ${MAX_JOBS}`,
      wholeFrom(1, MAX_JOBS),
      availableParallelism(),
    )
    .option('--secret <word>', 'source of all boards, seeds, and luck, to repeat a league (default: random)')
    .addOption(revisionOption())
    .addOption(jsonOption());
  addLimitOptions(play)
    .addOption(budgetChoiceOption().default('fuel'))
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
Each round builds and checks every bot, and plays matches on boards and seeds that no one knew before. A bot that is
not built or fails its check doesn't play in that round. Results, replays, and sources of all rounds stay in the
folder (docs/league.md). After Ctrl-C or a crash, the same command continues the league. Your folders stay unchanged.

The first word of --agent is a bot's name if it ends with =. To set a variable for a command, write env first:
--agent 'env FOO=bar sh ./improve.sh'. An agent that fails is reported, and its bot plays as the agent left it.

With --json, prints one JSON object: folder, game, and rounds (round, matches, standings).
Exit code: 0 the rounds are played, 1 no match was played, 2 invalid input, 130 stopped.

Example:
  ludus league play ./anna ./bob Moth --game trails --rounds 3`,
    )
    .action(run);
  command
    .command('verify')
    .description('Verify a league on any machine')
    .argument('<folder>', 'folder of a league')
    .option('--play', 'build, check, and play every bot again (default: check only the replays)')
    .addOption(
      new Option(
        '--sandbox <level>',
        'with --play: sandbox for programs: basic, filtered, full, or none (default: the strongest)',
      ),
    )
    .option(
      '-j, --jobs <count>',
      'with --play: number of matches at a time, at least 1',
      counted,
      availableParallelism(),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Recomputes the commitments, source hashes, boards, seeds, pairings, results, ratings, and digests, and reports
each difference. Results are proven by their replays, or with --play by playing the same source files again. No agent
runs. docs/league.md says what remains unproven.
With --json, prints one JSON object: kind (ok, unproven, or differs), rounds, matches, unproven, differences.
Exit code: 0 the league is reproducible, 1 something differs or is unproven, 2 the folder can't be read.

Example:
  ludus league verify league --play`,
    )
    .action(verify);
  command
    .command('report')
    .description('Write a page with the rounds of a league')
    .argument('<folder>', 'folder of a league')
    .option('-o, --output <file>', 'file for the page (default: report.html in the folder)')
    .addHelpText(
      'after',
      '\nThe page shows the ratings by round, the changes between rounds, and the last round with matches to watch.\n\nExample:\n  ludus league report league',
    )
    .action(report);
}

/** Writes a league's page. It shows the last complete round, and the curves and changes over all rounds. */
async function report(name: string, { output }: { readonly output?: string }): Promise<void> {
  const folder = new LeagueFolder(resolve(name));
  if (output === undefined) folder.mustHaveNoLinks();
  const settings = folder.league();
  const rounds = Array.from({ length: settings.rounds }, (_, n) => folder.roundFile(n + 1)).filter(
    (round) => round !== undefined,
  );
  if (rounds.length === 0) throw new UsageError(`${name} has no complete round yet`);
  const file = output ?? folder.path('report.html');
  checkWritable(file);
  const changes = rounds.slice(1).flatMap(({ round }) =>
    settings.bots
      .filter(({ kind }) => kind !== 'built-in')
      .map((bot) => {
        const [before, after] = [round - 1, round].map((each) => folder.readSources(each, bot.name));
        return { round, name: bot.name, changes: sourceChanges(before, after) };
      }),
  );
  const last = rounds[rounds.length - 1].round;
  const lines = folder.results(last);
  const model = reportModel(lines);
  const watch = await watchData(
    model.surprises.map((surprise) => ({ surprise, line: surprise.line })),
    [folder.round(last)],
  );
  const title = `${gameNamed(settings.game).title}: league, round ${last} of ${settings.rounds}`;
  writeComplete(file, reportPage(title, model, { watch, first: leagueSections(rounds, changes) }));
  process.stdout.write(`${file}\n`);
}

async function verify(name: string, { play, sandbox, jobs, json }: VerifyOptions): Promise<void> {
  const out = textOutput(json);
  const progress = new Progress(() => out);
  const differences: string[] = [];
  const differ = (sentence: string) => {
    differences.push(sentence);
    progress.say(`differs: ${toPrintable(sentence)}`);
  };
  const folder = new LeagueFolder(resolve(name));
  const again = play ? { jobs, progress, sandbox: await sandboxFor(folder.league(), sandbox) } : undefined;
  try {
    const found = await verifyLeague(folder, differ, again);
    const { rounds, matches, unproven } = found;
    const kind = differences.length > 0 ? 'differs' : unproven > 0 ? 'unproven' : 'ok';
    if (kind === 'ok') out.write(`The league is reproducible: ${rounds} rounds, ${matches} matches.\n`);
    else process.exitCode = EXIT_NEGATIVE;
    if (unproven > 0)
      out.write(`${unproven} of ${matches} matches have no result, and only --play can prove that they had none.\n`);
    if (!play) out.write('Replays don’t prove who chose the moves, or the fields “used” and “decided”: --play does.\n');
    if (json) printJson({ kind, ...found, differences });
  } catch (error) {
    if (error instanceof InvalidRunError) throw new UsageError(error.message);
    throw error;
  } finally {
    progress.stop();
  }
}

/** Returns the sandbox for a league's programs, which may be untrusted; undefined if they run without a sandbox. */
async function sandboxFor(
  { budget, limits, bots }: LeagueFile,
  asked: string | undefined,
): Promise<SandboxLevel | undefined> {
  const { bestSandboxLevel, sandboxLevelProblem } = await import('@ludus/runtime/sandbox.ts');
  if (asked === 'none') return undefined;
  if (asked !== undefined) return await levelOf(asked);
  // Under fuel, all bots run in an engine, and no bot is a program. In a league with a sandbox, each bot is one file.
  if (budget === 'fuel')
    return limits.sandbox && sandboxLevelProblem(limits.sandbox) === undefined ? limits.sandbox : undefined;
  const level = bestSandboxLevel();
  if (level === undefined && bots.some(({ kind }) => kind !== 'built-in'))
    process.stderr.write('this machine supports no sandbox: programs of the league run with your rights\n');
  return level;
}

async function run(words: string[], options: LeagueOptions): Promise<void> {
  const game = revisedGame(gameNamed(options.game), options.revision);
  const kit: AnyKit = { ...kitOf(gameNamed(options.game)), game };
  const bots = leagueBots(words, kit);
  if (bots.length < 2) throw new UsageError(`a league needs at least two bots, not ${bots.length}`);
  const settings = await settingsOf(bots, game, options);
  makeFolder(options.output);
  // The lock is named after the folder's real path, since links may lead to the folder.
  const folder = new LeagueFolder(realpathSync(options.output));
  const lock = await tryLock(`league ${folder.folder}`);
  if (!lock) throw new UsageError(`another process is playing the league in ${options.output}`);
  const stop = new AbortController();
  const onSignal = () => (stop.signal.aborted ? process.exit(INTERRUPTED) : stop.abort());
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const progress = new Progress(() => textOutput(options.json));
  try {
    if (settings.agents && !canConfine())
      process.stderr.write('agents can write anywhere on this machine: install bubblewrap (bwrap) to prevent this\n');
    const writable = (options.agentWrites ?? []).map((each) => {
      if (!existsSync(each)) throw new UsageError(`no such folder for --agent-writes: ${each}`);
      return realpathSync(each);
    });
    openLeague(folder, settings, options);
    folder.sweep();
    const { jobs, secret } = options;
    const rules: LeaguePlay['rules'] = (language) =>
      partsOf(kit, language)
        .map(({ text }) => `${text.trim()}\n`)
        .join('\n---\n\n');
    const play: LeaguePlay = {
      folder,
      kit,
      league: settings,
      bots,
      limits: settings.limits as NonNullable<RunSetup['limits']>,
      jobs,
      progress,
      signal: stop.signal,
      writable,
      rules,
    };
    const rounds: RoundFile[] = [];
    for (let round = 1; round <= settings.rounds; round++) {
      if (folder.roundFile(round)) forgetJournal(folder.round(round));
      const done = await playRound(play, secret === undefined ? undefined : roundKey(secret, round), round);
      rounds.push(done);
      progress.say(describeRound(done, folder));
    }
    folder.sweep();
    const shown = relative('.', folder.folder) || '.';
    textOutput(options.json).write(`The league is in ${shown}.\n`);
    for (const sentence of failedAgents(folder, settings.rounds)) textOutput(options.json).write(`${sentence}\n`);
    if (rounds.every(({ matches }) => matches === 0)) {
      process.stderr.write(
        'no matches were played: there was no round in which two bots were built and passed their checks\n',
      );
      process.exitCode = EXIT_NEGATIVE;
    }
    if (options.json) {
      const told = rounds.map(({ round, matches, standings }) => ({ round, matches, standings }));
      printJson({ folder: folder.folder, game: game.id, rounds: told });
    }
  } catch (error) {
    if (error instanceof InvalidRunError) throw new UsageError(error.message);
    if (!(error instanceof PoolClosedError) || !stop.signal.aborted) throw error;
    process.stderr.write('Stopped. The same command continues the league.\n');
    process.exitCode = INTERRUPTED;
  } finally {
    progress.stop();
    process.removeListener('SIGINT', onSignal);
    process.removeListener('SIGTERM', onSignal);
    await lock.release();
  }
}

async function settingsOf(
  bots: readonly LeagueBot[],
  game: AnyKit['game'],
  { rounds, matches, budget, target, agentTime, agentOutput, agentProcesses, agent, ...options }: LeagueOptions,
): Promise<LeagueFile> {
  const agents = agentCommands(bots, agent ?? []);
  const revision = namedRevision(game);
  return {
    ludus: 'league',
    version: 1,
    release: VERSION,
    game: game.id,
    ...(revision !== undefined && { revision }),
    rounds,
    matches,
    budget,
    target: quickTarget(target, budget),
    limits: { ...(await limitsOf(options, budget)) },
    ...(agents.size > 0 && { agents: { seconds: agentTime, outputMiB: agentOutput, processes: agentProcesses } }),
    bots: bots.map(({ name, kind }) => {
      const agent = agents.get(name);
      return { name, kind, ...(agent !== undefined && { agent }) };
    }),
  };
}

/** Writes the settings, or compares them with the settings of an earlier start. Stores only the hash of a secret. */
function openLeague(folder: LeagueFolder, settings: LeagueFile, { output, secret }: LeagueOptions): void {
  const file = folder.path('league.json');
  const hashFile = folder.path('secret.sha256');
  const hash = secret === undefined ? undefined : createHash('sha256').update(secret).digest('hex');
  if (!existsSync(file)) {
    if (!folder.isUnused(hash))
      throw new UsageError(`${output} contains other files but no league: choose a new or empty folder with --output`);
    if (hash !== undefined) writeComplete(hashFile, hash);
    writeComplete(file, leagueText(settings));
    return;
  }
  folder.mustHaveNoLinks();
  const earlier = folder.league();
  const keys = [...new Set([...Object.keys(settings), ...Object.keys(earlier)])] as (keyof LeagueFile)[];
  const text = (value: unknown) => JSON.stringify(value) ?? 'not given';
  const other = keys.find((key) => text(settings[key]) !== text(earlier[key]));
  if (other !== undefined)
    throw new UsageError(
      `${output} contains a different league: its ${other} is ${text(earlier[other])}, not ${text(settings[other])}; choose another folder with --output`,
    );
  if (hash !== (existsSync(hashFile) ? readText(hashFile) : undefined))
    throw new UsageError(
      `${output} contains a different league: it was started with a different --secret, or without one`,
    );
}

function describeRound({ round, matches, standings }: RoundFile, folder: LeagueFolder): string {
  const rows = standings.map(({ name, state, rank, elo, margin, points, matches: played, faults }) => [
    name,
    rank === null ? '' : String(rank),
    elo === null ? '' : `${elo.toFixed(0)} ± ${margin!.toFixed(0)}`,
    points === null ? '' : `${(100 * points).toFixed(1)}%`,
    String(played),
    String(faults),
    state,
  ]);
  const head = ['bot', 'rank', 'Elo', 'points', 'matches', 'disqualified', 'state'];
  const absent = standings.filter(({ state }) => state === 'not built' || state === 'failed check');
  const digests = absent.map(({ name, state }) => {
    const digest = join(folder.round(round), 'digests', `${name}.txt`);
    return `\n${name} ${state === 'not built' ? 'is not built' : 'failed its check'}: see ${relative('.', digest)}`;
  });
  return `Round ${round}: ${matches} matches\n${table(head, rows)}${digests.join('')}`;
}
