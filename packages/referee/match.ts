import { type Fault, type Game, type MatchInfo, newRoundRecord, type Outcome } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import { PlayerFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { actorsOf, whyRefused } from '@ludus/game/replay.ts';
import { hasKey, MatchChance, observed } from '@ludus/game/secret-randomness.ts';
import { advance as advanceLehmer } from '@ludus/kernel/lehmer.ts';

// Each match loads this module, so the watch over its questions must not be in a larger one.
export { AnswerWatch } from './answer-watch.ts';
export { QuestionTracker, trackerMemory } from './question-tracker.ts';

export interface MatchSetup<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  readonly board: Board;
  /** The match's seed, a 32-bit signed number. In a plain match, the seed alone determines all randomness. */
  readonly seed: number;
  /** One runner per seat. The match closes all runners, however it ends. */
  readonly runners: readonly PlayerRunner<Board, State, Move>[];
  /**
   * Whether the match has a budget: the shares that players use are then recorded, and the players' generators reveal
   * nothing about the board's generator.
   */
  readonly limited?: boolean;
  /**
   * Under a budget, the source of the board's and the players' generators (secret-randomness.ts); 64 hexadecimal
   * digits, random by default. In a plain match, the generators have the same seeds as in the original games: match
   * seed, and match seed + seat.
   */
  readonly key?: string;
  /**
   * Whether to ask all players of a round concurrently, as in a game over sockets. Otherwise, they are asked one after
   * the other.
   */
  readonly concurrent?: boolean;
  /**
   * Receives the replay piece by piece during the match. In a game with `observe`, the function receives the whole
   * replay at the end, because a player might read parts of it. If `record` is absent, no replay is printed.
   */
  readonly record?: ((text: string) => void) | undefined;
  /**
   * Whether to send the record piece by piece even in a game with `observe`, which is safe if no player can read it.
   */
  readonly recordsAtOnce?: boolean;
  /**
   * Called after each round (and once before the first, with round 0). `used`: the share (0 to 1) of each player's
   * budget used so far; −1 for a frozen player.
   */
  readonly onRound?: ((state: State, round: number, used: readonly number[]) => void) | undefined;
  readonly onFault?: (verdict: Verdict) => void;
  /** Called when the rules reject a player's move. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
  /** Ends the match early when aborted: `playMatch` then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The reason for a disqualification. */
export interface Verdict {
  readonly seat: number;
  readonly name: string;
  /**
   * The round of the failure, numbered as on the board (`rnd`, from 0), in the sidecar, in the viewer, and in `debug
   * --round`. This round may precede the first question.
   */
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** A move that the rules rejected. */
export interface Refusal {
  readonly seat: number;
  readonly name: string;
  readonly round: number;
  /** The reason, as a message without a full stop. */
  readonly why: string;
}

export interface MatchResult<State> {
  readonly outcome: Outcome;
  readonly rounds: number;
  readonly verdicts: readonly Verdict[];
  /** The share (0 to 1) of each player's budget that was used, by seat; 0 if no budget was counted. */
  readonly used: readonly number[];
  /** The final state. */
  readonly state: State;
  /** The key from which the match's generators were derived; absent without a budget. */
  readonly key?: string;
}

/** Plays a match with any kind of player. */
export async function playMatch<B, S, M>(setup: MatchSetup<B, S, M>): Promise<MatchResult<S>> {
  const steps = matchSteps(setup);
  try {
    let step = steps.next();
    while (!step.done) {
      let failure: { reason: unknown } | undefined;
      try {
        await step.value;
      } catch (reason) {
        failure = { reason };
      }
      step = failure ? steps.throw(failure.reason) : steps.next();
    }
    return step.value;
  } finally {
    await Promise.all(setup.runners.map((runner) => runner.close?.()));
  }
}

/**
 * Plays a match whose players all answer synchronously (in process, WebAssembly). Passing any other player is a bug in
 * the caller.
 */
export function playMatchSync<B, S, M>(setup: MatchSetup<B, S, M>): MatchResult<S> {
  try {
    const step = matchSteps(setup).next();
    if (!step.done) throw new Error('playMatchSync: a player answered with a promise');
    return step.value;
  } finally {
    for (const runner of setup.runners) void runner.close?.();
  }
}

/**
 * The one match loop. It yields the promises to await; the caller awaits them and passes failures back in. The caller
 * closes the runners.
 */
export function* matchSteps<B, S, M>(setup: MatchSetup<B, S, M>): Generator<PromiseLike<unknown>, MatchResult<S>> {
  const { game, board, runners, limited = false, onRound, signal } = setup;
  const seats = game.seatsOf(board);
  if (runners.length !== seats) throw new Error(`${game.title} needs ${seats} players, not ${runners.length}`);
  const info: MatchInfo = { seed: setup.seed, names: runners.map((runner) => runner.name), limited };
  const wrong = nameProblem(info.names);
  if (wrong !== undefined) throw new Error(wrong);
  const key = limited ? (setup.key ?? newMatchKey()) : undefined;
  const chance = new MatchChance(game, { seed: setup.seed, key });
  const state = chance.start(board);
  const generators: PlayerGenerator[] = runners.map((_, seat) => ({ state: chance.playerState(seat) }));
  const asked = runners.map(() => game.newMove());
  const everyone = runners.map((_, seat) => seat);
  const isJudged = game.refuse !== undefined || game.legal !== undefined;
  const frozen = runners.map(() => false);
  const used = runners.map(() => 0);
  const shares = runners.map(() => 0);
  const verdicts: Verdict[] = [];
  const withheld: string[] = [];
  const roundRecord = newRoundRecord(info);

  const fail = (seat: number, error: unknown): void => {
    if (!(error instanceof PlayerFault)) throw error;
    const round = game.round(state);
    frozen[seat] = true;
    shares[seat] = -1;
    game.clearMove(asked[seat]);
    roundRecord.faults[seat] = error.fault;
    roundRecord.failed.push(seat);
    game.freeze(state, seat, error.fault);
    for (const runner of runners) if (runner !== runners[seat]) runner.observeFault?.(seat, error.fault);
    const verdict = { seat, name: runners[seat].name, round, fault: error.fault, sentence: error.message };
    verdicts.push(verdict);
    setup.onFault?.(verdict);
  };
  /**
   * Calls the remaining players in these seats, sequentially or concurrently; a failure only affects the player that
   * causes it.
   */
  function* each(
    among: readonly number[],
    call: (runner: PlayerRunner<B, S, M>, seat: number) => void | Promise<void>,
  ) {
    const pending: Promise<void>[] = [];
    for (let at = 0; at < among.length; at++) {
      const seat = among[at];
      if (frozen[seat]) continue;
      try {
        const answer = call(runners[seat], seat);
        if (answer === undefined) continue;
        if (setup.concurrent) pending.push(answer.catch((error) => fail(seat, error)));
        else yield answer;
      } catch (error) {
        fail(seat, error);
      }
    }
    if (pending.length > 0) yield Promise.all(pending);
  }
  const ask = game.observe
    ? (runner: PlayerRunner<B, S, M>, seat: number) =>
        runner.play(observed(game, state, seat), asked[seat], generators[seat])
    : (runner: PlayerRunner<B, S, M>, seat: number) => runner.play(state, asked[seat], generators[seat]);
  /**
   * Applies the consequences of rejected moves. The judgement needs a separate state, because players may change the
   * state that they see.
   */
  function* judge(acting: readonly number[]) {
    const { kind, times = 0 } = { times: 0, ...(game.illegalMove ?? { kind: 'default' }) };
    for (const seat of acting) {
      for (let left = times; !frozen[seat]; left--) {
        const why = whyRefused(game, observed(game, state, seat), seat, asked[seat]);
        if (why === undefined) break;
        const { name } = runners[seat];
        setup.onRefusal?.({ seat, name, round: game.round(state), why });
        if (kind === 'loss') {
          fail(seat, new PlayerFault('illegal', `${name} chose a move that the rules refuse: ${why}.`));
          break;
        }
        game.clearMove(asked[seat]);
        runners[seat].observeRefusal?.(why);
        if (left <= 0) break;
        yield* each([seat], ask);
      }
    }
  }

  const record =
    setup.record && game.observe && !setup.recordsAtOnce ? (text: string) => withheld.push(text) : setup.record;
  record?.(game.replay.head(board, info, state));
  onRound?.(state, game.round(state), shares);
  yield* each(everyone, (runner, seat) =>
    runner.start?.(board, observed(game, state, seat), { seat, names: info.names }),
  );
  while (!game.isOver(state)) {
    signal?.throwIfAborted();
    const acting = game.actors?.(state) ?? everyone;
    for (let seat = 0; seat < seats; seat++) game.clearMove(asked[seat]);
    for (let at = 0; at < acting.length; at++) {
      const seat = acting[at];
      // The originals' protocol: s = next(), then seed(s), which leaves the generator in the same state as next().
      generators[seat].state = advanceLehmer(generators[seat].state);
      if (!frozen[seat]) runners[seat].prepare?.(generators[seat]);
    }
    yield* each(acting, ask);
    if (isJudged) yield* judge(acting);
    for (let at = 0; at < acting.length; at++) {
      const seat = acting[at];
      const share = frozen[seat] ? undefined : runners[seat].budgetUsed?.();
      if (share === undefined) continue;
      used[seat] = share;
      shares[seat] = share;
      if (!limited) continue;
      roundRecord.shares[seat] = share;
      game.charge?.(state, seat, share);
    }
    // In a game with `observe`, other players' moves may be hidden, so a player follows the match through its
    // observations only.
    if (!game.observe) for (let seat = 0; seat < seats; seat++) if (!frozen[seat]) runners[seat].observeMoves?.(asked);
    if (game.actors) roundRecord.actors = actorsOf(game, state, roundRecord.faults);
    // No player is asked again in this round, and no player reads the state while the state contains the generator.
    chance.advance(state, asked);
    record?.(game.replay.round(asked, state, roundRecord));
    roundRecord.failed.length = 0;
    onRound?.(state, game.round(state), shares);
  }
  record?.(game.replay.tail(state, hasKey(game) ? key : undefined));
  if (withheld.length > 0) setup.record?.(withheld.join(''));
  return {
    ...(key !== undefined && { key }),
    outcome: game.outcome(state),
    rounds: game.round(state),
    verdicts,
    used,
    state,
  };
}

/** An unpredictable key for a match with secret randomness (secret-randomness.ts): 64 hexadecimal digits. */
export function newMatchKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
