import { createHash } from 'node:crypto';
import { type AnyGame, playerCountProblem } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { describeProblem, type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';
import type { AnyImage, BuiltinPlayer, GuestModules, Libraries } from '@ludus/runtime/parts.ts';
import { PlayerNotFoundError, PlayerRejectedError, VoidMatchError } from '@ludus/runtime/resolve.ts';
import { type MatchResult, playMatch } from '../match.ts';
import { Leaders, SidecarRecorder } from '../observers.ts';
import type { QuestionTracker } from '../question-tracker.ts';
import type {
  FinishedMatch,
  JobPlayer,
  MatchJob,
  MatchOutcome,
  MatchProcessLimits,
  RefusedMatch,
  SeatVerdict,
  VoidMatch,
} from './job.ts';
import { limitedOutput } from './limited-output.ts';
import type { PreparedModules } from './prepared-modules.ts';
import { isUntrusted } from './quarantine.ts';

/** The parts of a game that a job's players need. */
export interface JobGame {
  readonly game: AnyGame;
  readonly players: readonly BuiltinPlayer[];
  readonly image?: AnyImage | undefined;
  /** Libraries for programs and Python scripts, located when the first such player plays. */
  readonly libraries?: (() => Promise<Libraries | undefined>) | undefined;
  /** The environment for TypeScript and JavaScript players, loaded when the first such player plays. */
  readonly guest?: (() => Promise<GuestModules | undefined>) | undefined;
}

export interface JobContext {
  readonly findGame: (id: string) => Promise<JobGame | undefined>;
  /** The result of `engineIdentity()`. */
  readonly engine: string;
  readonly modules: PreparedModules;
  readonly limits: MatchProcessLimits;
  readonly tracker: QuestionTracker;
}

/** Reasons why a job cannot be played. `why`: a complete message. */
const JOB_PROBLEMS = {
  'job/game': (game: string) => `there is no game ${game}`,
  'job/revision': (why: string) => why,
  'job/board': (why: string) => `the board cannot be read: ${why}`,
  'job/seats': (why: string) => why,
  'job/name': (why: string) => why,
  'job/built-in': (player: string, game: string) => `there is no built-in bot ${player} for ${game}`,
  'job/player': (why: string) => why,
} satisfies Sentences;

class JobRefusedError extends Error {
  readonly code: keyof typeof JOB_PROBLEMS;
  readonly seat: number | undefined;
  constructor({ code, message }: Problem & { readonly code: keyof typeof JOB_PROBLEMS }, seat?: number) {
    super(message);
    this.code = code;
    this.seat = seat;
  }
}

/** Plays a job in this process. Returns an outcome for every job, unless the job ends the process. */
export async function playJob(job: MatchJob, context: JobContext): Promise<MatchOutcome> {
  const { tracker } = context;
  tracker.beginMatch();
  try {
    return await play(job, context);
  } catch (error) {
    if (error instanceof JobRefusedError)
      return { kind: 'refused', seat: error.seat, sentence: error.message } satisfies RefusedMatch;
    const seat = tracker.failure?.error === error ? tracker.failure?.question.seat : undefined;
    if (error instanceof VoidMatchError) return voidMatch(error.limit, seat, error.message);
    if (error instanceof RangeError && /memory|allocat/i.test(error.message))
      return voidMatch('memory', seat, `The match is void: the machine had no memory left: ${error.message}.`);
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
    return voidMatch('broken', seat, `The match is void: it could not be continued: ${line.replace(/\.$/, '')}.`);
  }
}

const voidMatch = (cause: VoidMatch['cause'], seat: number | undefined, sentence: string): VoidMatch => ({
  kind: 'void',
  cause,
  seat,
  sentence,
});

async function play(job: MatchJob, context: JobContext): Promise<FinishedMatch> {
  const { tracker } = context;
  const known = await context.findGame(job.game);
  if (!known) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/game', job.game));
  const wrongRules = job.revision === undefined ? undefined : revisionProblem(known.game, job.revision);
  if (wrongRules !== undefined) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/revision', wrongRules));
  const game = inRevision(known.game, job.revision);
  const found = { ...known, game };
  const board = game.readBoard(job.board);
  if (!board.ok) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/board', describeProblem(board.problem)));
  const wrong = playerCountProblem(game, board.value, job.players.length);
  if (wrong !== undefined) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/seats', wrong));
  const limited = job.budget === 'fuel';
  const sidecar = new SidecarRecorder(
    game,
    limited ? unitOf(job.players) : undefined,
    limited && job.players.some(hasOwnSeconds)
      ? job.players.map((player) => secondsOf(player, job.seconds ?? game.budget.cpuMs / 1000))
      : undefined,
  );
  const runners: AnyRunner[] = [];
  for (const [seat, player] of job.players.entries()) {
    const output = limitedOutput(sidecar.output(seat));
    runners.push(await tracker.track(seat, () => open(player, seat, output, job, found, context)));
  }
  for (const [seat, runner] of runners.entries()) {
    const why = nameProblem([runner.name]);
    if (why !== undefined) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/name', why), seat);
  }
  const replay: string[] = [];
  const verdicts: SeatVerdict[] = [];
  const leaders = new Leaders();
  const result: MatchResult<unknown> = await playMatch({
    game,
    board: board.value,
    seed: job.seed | 0,
    runners: tracker.trackRunners(game, runners),
    limited,
    ...(limited && job.key !== undefined && { key: job.key }),
    record: (text) => replay.push(text),
    onRound(state, round, used) {
      leaders.update(game.outcome(state).scores, round);
      sidecar.onRound(round, used);
    },
    onFault(verdict) {
      const { seat, round, fault, sentence } = verdict;
      verdicts.push({ seat, round, fault, sentence });
      sidecar.onFault(verdict);
    },
  });
  const text = replay.join('');
  const hash = createHash('sha256').update(text).digest('hex');
  const { log = [], overlays = [], ...rest } = sidecar.finish(hash) ?? EMPTY_SIDECAR(hash);
  return {
    kind: 'finished',
    outcome: result.outcome,
    rounds: result.rounds,
    decided: leaders.since,
    names: runners.map((runner) => runner.name),
    replay: text,
    sidecar: rest,
    verdicts,
    logs: log,
    overlays,
    used: result.used,
    fuel: runners.map((runner) => Number(runner.fuelUsed?.() ?? 0)),
    ...(result.key !== undefined && { key: result.key }),
    engine: context.engine,
  };
}

const EMPTY_SIDECAR = (replay: string): NonNullable<ReturnType<SidecarRecorder['finish']>> => ({
  ludus: 'sidecar',
  version: 1,
  replay,
});

/**
 * The unit of the budget shares. If the players' units differ, it is CPU time, because such a match isn't reproducible.
 */
const unitOf = (players: MatchJob['players']): string =>
  players.some(({ kind }) => kind === 'program') ? 'cpu' : 'fuel';

const hasOwnSeconds = (player: JobPlayer): boolean => isUntrusted(player) && player.seconds !== undefined;

/** The player's budget in seconds; 0 for players without a budget. */
const secondsOf = (player: JobPlayer, all: number): number => (isUntrusted(player) ? (player.seconds ?? all) : 0);

async function open(
  player: JobPlayer,
  seat: number,
  output: PlayerOutput,
  { budget, seconds: all, players: seats }: MatchJob,
  { game, players, image, libraries, guest }: JobGame,
  { modules, limits }: JobContext,
): Promise<AnyRunner> {
  const seconds = isUntrusted(player) ? (player.seconds ?? all) : all;
  switch (player.kind) {
    case 'nobody':
      return emptySeat(`nobody${seat}`);
    case 'builtin': {
      const found = players.find(({ name }) => name === player.player);
      if (!found) throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/built-in', player.player, game.title), seat);
      return withName(found.open(output), player.shown);
    }
    case 'program':
      try {
        // Imports this module on demand, because few matches need the module, and it loads all the code for running
        // processes.
        const { openProgram } = await import('./open-program.ts');
        const within = { budget, seconds, limits, seats: seats.length };
        return withName(
          await openProgram(player, { game, libraries: await libraries?.(), ...within }, output),
          player.shown,
        );
      } catch (error) {
        if (error instanceof PlayerRejectedError)
          throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/player', error.message), seat);
        throw error;
      }
    case 'module':
      try {
        const source = await modules.prepare(player, { game, budget, seconds, image, guest, libraries });
        return await source.open(output, player.shown);
      } catch (error) {
        if (error instanceof PlayerNotFoundError)
          throw new JobRefusedError(problemOf(JOB_PROBLEMS, 'job/player', error.message), seat);
        throw error;
      }
  }
}

function emptySeat(name: string): AnyRunner {
  const fail = (): never => {
    throw new PlayerFault('disconnect', `${name} is nobody.`);
  };
  return { name, start: fail, play: fail };
}

/** The same runner, but with the name `shown` if there is one. */
function withName(runner: AnyRunner, shown: string | undefined): AnyRunner {
  if (shown === undefined || shown === runner.name) return runner;
  return Object.create(runner, { name: { value: shown } });
}
