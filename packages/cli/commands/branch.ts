import { nameProblem } from '@ludus/game/names.ts';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { openBranch } from '@ludus/referee/branch.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { playerHere } from '../bot-files.ts';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { addLimitOptions, answerMs, budgetOption, type LimitOptions, limitsOf, targetOption } from '../limits.ts';
import { jsonOption, whole } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';
import { info, printJson, sayFrozen, sayScores, sayVerdict } from '../say.ts';
import { watchMatch } from '../waiting.ts';
import { replayHash, writeReplay } from '../write-replay.ts';

interface BranchOptions extends LimitOptions {
  readonly round: number;
  readonly seat?: ReadonlyMap<number, string>;
  readonly recorded?: boolean;
  readonly output?: string;
  readonly json?: boolean;
  readonly budget: ResolveContext['budget'];
  readonly target?: ResolveContext['target'];
}

/** `ludus branch`: continues a recorded match from one of its rounds, with other players. */
export function branch(program: Command): void {
  addLimitOptions(program.command('branch'))
    .description('Continue a recorded match from one of its rounds')
    .argument('<replay>', 'replay of any game, plain or gzipped')
    .requiredOption('--round <round>', 'first round to play again, counted from 0', whole)
    .option('--seat <seat=player>', 'new bot for a seat, counted from 0; repeatable', addSeat)
    .option('--recorded', 'use the recorded moves for all other seats')
    .option('-o, --output <replay>', 'file for the new replay (default: standard output)')
    .addOption(budgetOption())
    .addOption(targetOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Before that round, the match is as recorded, and the new bot sees every earlier board. A seat without --seat is played
by the bot that the replay names, if its file is in this folder. You can verify, view, and debug the new replay like any
other. The names of new bots end with the round (Mine@120), and so do the names of bots that play recorded moves from
this round on.
With --json, standard output has one JSON object instead of the replay: game, round, names, recordedScores, scores,
verdicts.

Example:
  ludus branch match.res --round 120 --seat 2=./AIMine.cc -o branch.res`,
    )
    .action(run);
}

async function run(file: string, options: BranchOptions): Promise<void> {
  if (options.output !== undefined) checkWritable(options.output);
  const text = readReplayText(file);
  const opened = openBranch(text, GAMES, toldRevision(file));
  if (!opened.ok) throw new UsageError(`${file}: ${describeProblem(opened.problem)}`);
  const { game, board, info: recorded, firstRound, lastRound, scores } = opened.value;
  const { round, seat: named = new Map<number, string>() } = options;
  const seats = recorded.names.length;
  for (const seat of named.keys())
    if (seat >= seats)
      throw new UsageError(`--seat must be 0 to ${seats - 1} in this match of ${game.title}, not ${seat}`);
  if (round < firstRound || round > lastRound)
    throw new UsageError(`--round must be ${firstRound} to ${lastRound} in ${file}, not ${round}`);
  const isSealed = recorded.limited && hasKey(game);
  if (isSealed && recorded.key === undefined)
    info(
      'the replay contains no key for its random numbers: in the new rounds, random events differ from the recorded events',
    );

  const specs = recorded.names.map(
    (name, seat) => named.get(seat) ?? (options.recorded ? undefined : playerHere(name)),
  );
  const asked = specs.filter((spec) => spec !== undefined);
  const context = await contextOf(game, {
    budget: options.budget,
    target: options.target,
    folder: process.cwd(),
    limits: await limitsOf(options, options.budget),
  });
  const sources = await resolveAll(asked, context).catch((error: unknown) => {
    if (!(error instanceof UsageError) || named.size === seats || options.recorded) throw error;
    throw new UsageError(`${error.message}; name a bot with --seat, or keep the recorded moves with --recorded`);
  });
  const sidecar = new SidecarRecorder(game, options.budget === 'none' ? undefined : options.budget);
  let next = 0;
  const ports = [];
  for (const [seat, spec] of specs.entries())
    ports.push(spec === undefined ? undefined : await sources[next++].open(sidecar.output(seat)));
  const branched = opened.value.runners(round, ports, {
    isNew: specs.map((_, seat) => named.has(seat)),
    onEarlyFault: (seat, when, fault) =>
      info(
        `player ${recorded.names[seat]} (seat ${seat}) is disqualified from round ${round} on: in round ${when}, ${fault.message}`,
      ),
  });
  const wrong = nameProblem(branched.map(({ name }) => name));
  if (wrong !== undefined) throw new UsageError(wrong);
  const watched = watchMatch(game, branched, answerMs(context.limits));
  const chunks: string[] = [];
  const result = await playMatch({
    game,
    board,
    seed: recorded.seed,
    runners: watched.runners,
    limited: recorded.limited,
    ...(recorded.key !== undefined && { key: recorded.key }),
    record: (piece) => chunks.push(piece),
    onFault(verdict) {
      sidecar.onFault(verdict);
      sayVerdict(verdict);
    },
    onRound: (_, now, used) => sidecar.onRound(now, used),
  });
  watched.end();
  const replay = chunks.join('');
  if (options.output !== undefined) writeReplay(options.output, replay, sidecar.finish(replayHash(replay)));
  else if (!options.json) process.stdout.write(replay);
  if (options.json)
    printJson({
      game: game.id,
      round,
      names: branched.map(({ name }) => name),
      recordedScores: scores,
      scores: result.outcome.scores,
      verdicts: result.verdicts,
    });
  recorded.names.forEach((name, seat) => {
    info(`in the recorded match, ${name} scored ${scores[seat]}`);
  });
  sayScores(
    branched.map(({ name }) => name),
    result.outcome.scores,
  );
  sayFrozen(
    result.verdicts,
    specs.map((spec, seat) => spec ?? recorded.names[seat]),
    options.output,
  );
}

function addSeat(text: string, before: ReadonlyMap<number, string> = new Map()): ReadonlyMap<number, string> {
  const [, seat, player] = /^(\d+)=(.+)$/.exec(text) ?? [];
  if (player === undefined) throw new InvalidArgumentError('It must be a seat and a bot, such as 2=./AIMine.cc.');
  if (before.has(Number(seat)))
    throw new InvalidArgumentError(`It must name each seat once; seat ${seat} is named twice.`);
  return new Map([...before, [Number(seat), player]]);
}
