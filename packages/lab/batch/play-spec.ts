import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnyGame } from '@ludus/game/game.ts';
import { type AnyRunner, forwardingRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import type { QuestionTracker } from '@ludus/referee/match.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { Leaders } from '@ludus/referee/observers.ts';
import { type PlayerSource, VoidMatchError } from '@ludus/runtime/resolve.ts';
import { keepingMoves } from '../moves-file.ts';
import { type MatchRecord, type MatchSpec, matchKey, type RunSetup, type SeatFault } from './plan.ts';
import { replayName } from './results.ts';
import { type Culprit, NO_PRECAUTIONS, type RetryPolicy, type RunnerFailure } from './retry-policy.ts';

/** The data that a worker has prepared for a run: boards that were read, and players that were found and compiled. */
export interface PreparedRun {
  readonly setup: RunSetup;
  readonly game: AnyGame;
  /** The boards, in the order of `setup.boards`. */
  readonly boards: readonly unknown[];
  /** The players, in the order of `setup.players`. */
  readonly sources: readonly PlayerSource[];
  readonly salt: string;
}

/**
 * Thrown when a runner threw an error that isn't a fault in the match, so that the match can't continue. The message
 * explains the error.
 */
export class BrokenMatchError extends Error {
  readonly broken: RunnerFailure;
  constructor(broken: RunnerFailure, sentence: string) {
    super(sentence);
    this.broken = broken;
  }
}

/** Plays one match of a run, and writes its replay if the run keeps replays. Throws a `BrokenMatchError`. */
export async function playSpec(
  run: PreparedRun,
  spec: MatchSpec,
  policy: RetryPolicy = NO_PRECAUTIONS,
  tracker?: QuestionTracker,
): Promise<MatchRecord> {
  const { setup, game } = run;
  const board = spec.board < 0 ? game.generateBoard!(spec.seed) : run.boards[spec.board];
  const key = matchKey(setup, run.salt, spec);
  const opened = await Promise.all(
    spec.players.map(async (player, seat) => {
      const culprit = policy.out.find((each) => each.seat === seat);
      const source = run.sources[player];
      // Players that fail before the first round needn't be started.
      if (culprit && culprit.round < 0) return failing({ name: source.name, play() {} }, culprit, game);
      const own = await source.open();
      const runner = setup.tableNames ? { ...forwardingRunner(own), name: setup.players[player].name } : own;
      return culprit ? failing(runner, culprit, game) : runner;
    }),
  );
  const runners = tracker ? tracker.trackRunners(game, opened) : opened;
  const replay: string[] = [];
  const leaders = new Leaders(spec.teams);
  let course = HASH_START;
  const result = await playMatch({
    game: game.replay.isLong ? keepingMoves(game) : game,
    board,
    seed: spec.seed,
    runners,
    limited: key !== undefined,
    ...(key !== undefined && { key }),
    ...(setup.replays === undefined ? {} : { record: (text: string) => replay.push(text) }),
    onRound(state, round) {
      leaders.update(game.outcome(state).scores, round);
      course = mix(course, game.hash(state));
    },
  }).catch((error) => {
    const { failure: broken } = tracker ?? {};
    if (broken?.error !== error) throw error;
    const { seat, round } = broken!.question;
    throw new BrokenMatchError({ seat, round, isVoid: error instanceof VoidMatchError }, firstLine(error));
  });
  if (setup.replays !== undefined && policy.isTrial !== true)
    keepReplay(setup.replays, replayName(game, spec.id), replay.join(''));
  const faults: SeatFault[] = result.verdicts.map(({ seat, round, fault, sentence }) => ({
    seat,
    round,
    fault,
    sentence,
  }));
  return {
    ...spec,
    scores: result.outcome.scores,
    reason: result.outcome.reason,
    rounds: result.rounds,
    faults,
    used: result.used,
    decided: leaders.since,
    course,
    ...(setup.hidden && key !== undefined && { key }),
  };
}

/** A runner that fails in the given round. It replaces a player that ended or blocked an earlier attempt. */
function failing(runner: AnyRunner, { round, fault, sentence }: Culprit, game: AnyGame): AnyRunner {
  return {
    ...forwardingRunner(runner),
    start(board, state, briefing) {
      if (round < 0) throw new PlayerFault(fault, sentence);
      return runner.start?.(board, state, briefing);
    },
    play(state, move, generator) {
      if (game.round(state) >= round) throw new PlayerFault(fault, sentence);
      return runner.play(state, move, generator);
    },
  };
}

/** The first line of an error's message, without its full stop, because the text continues after it. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].replace(/\.$/, '');
}

/** Writes a match's replay, full or compact, into the run's folder of replays. The write is atomic. */
function keepReplay(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const partial = join(folder, `.${name}.${process.pid}.partial`);
  writeFileSync(partial, gzipSync(text, { level: 9 }));
  renameSync(partial, join(folder, name));
}
