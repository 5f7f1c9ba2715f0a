import { wrongName } from '@ludus/game/names.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { openBranch } from '@ludus/referee/branch.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/sidecar-recorder.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf, targetOption } from '../limits.ts';
import { parseBudget, whole } from '../option-values.ts';
import { playerHere } from '../player-here.ts';
import { replayHash } from '../replay-hash.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';
import { info, sayFrozen, sayScores, sayVerdict } from '../say.ts';
import { watchMatch } from '../waiting.ts';
import { writeReplay } from '../write-replay.ts';

interface BranchOptions extends LimitOptions {
  readonly round: number;
  readonly seat?: ReadonlyMap<number, string>;
  readonly recorded?: boolean;
  readonly output?: string;
  readonly budget: ResolveContext['budget'];
  readonly target?: ResolveContext['target'];
}

/** `ludus branch`: a recorded match goes on with other players from one of its rounds. */
export function branch(program: Command): void {
  addLimitOptions(program.command('branch'))
    .description('play on from a round of a recorded match, with other players or a new version of one')
    .argument('<replay>', 'a replay of any game, ours or the originals’, also gzipped')
    .requiredOption('--round <round>', 'the first round that is played anew (the board’s rnd, from 0)', whole)
    .option('--seat <seat=player>', 'who plays on at this seat, from 0; may be given for several seats', addSeat)
    .option('--recorded', 'all other seats go on asking what they asked then, instead of deciding anew')
    .option('-o, --output <replay>', 'the new replay; without it, standard output')
    .option('--budget <what>', 'what a player’s budget is counted in: none, cpu or fuel', parseBudget, 'none')
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
Up to that round the match is the recorded one. Who plays on has seen every board from the first on, as if it had played the match; a seat
that is not named is played by the player that the replay names, looked for here. The new replay is a whole one: verify, view and debug
take it. Seats that others held before are named after the round (Mine@120).

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
    if (seat >= seats) throw new UsageError(`this match of ${game.title} has the seats 0 to ${seats - 1}, not ${seat}`);
  if (round < firstRound || round > lastRound)
    throw new UsageError(`${file}: nobody is asked in round ${round}: the rounds are ${firstRound} to ${lastRound}`);
  const isSealed = recorded.limited && game.setGenerator !== undefined;
  if (isSealed && recorded.key === undefined)
    info(
      'the replay does not tell what its chance came from: from here on the board draws otherwise than it would have then',
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
    throw new UsageError(
      `${error.message}; name who plays on with --seat, or let the others go on as recorded: --recorded`,
    );
  });
  const sidecar = new SidecarRecorder(game, options.budget === 'none' ? undefined : options.budget);
  let next = 0;
  const ports = [];
  for (const [seat, spec] of specs.entries())
    ports.push(spec === undefined ? undefined : await sources[next++].open(sidecar.output(seat)));
  const branched = opened.value.ports(round, ports, {
    isNew: specs.map((_, seat) => named.has(seat)),
    onEarlyFault: (seat, when, fault) =>
      info(
        `player ${recorded.names[seat]} (seat ${seat}) is out from round ${round} on: in round ${when}, ${fault.message}`,
      ),
  });
  const wrong = wrongName(branched.map(({ name }) => name));
  if (wrong !== undefined) throw new UsageError(wrong);
  const watched = watchMatch(game, branched, answerMs(context.limits));
  const chunks: string[] = [];
  const result = await playMatch({
    game,
    board,
    seed: recorded.seed,
    ports: watched.ports,
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
  if (options.output === undefined) process.stdout.write(replay);
  else writeReplay(options.output, replay, sidecar.finish(replayHash(replay)));
  recorded.names.forEach((name, seat) => {
    info(`in the recorded match ${name} got score ${scores[seat]}`);
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
  if (player === undefined) throw new InvalidArgumentError('It must be a seat and a player, as in 2=./AIMine.cc.');
  if (before.has(Number(seat))) throw new InvalidArgumentError(`Seat ${seat} is named twice.`);
  return new Map([...before, [Number(seat), player]]);
}
