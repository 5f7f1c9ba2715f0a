import { type Fault, type Game, type MatchInfo, newRoundRecord, type Outcome } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import { PlayerFault, type PlayerGenerator, type PlayerRunner } from '@ludus/game/player-runner.ts';
import { HIDDEN_GENERATOR_STATE, SecretRandomness } from '@ludus/game/secret-randomness.ts';
import { advance as advanceLehmer, seedState } from '@ludus/kernel/lehmer.ts';

export interface MatchSetup<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  readonly board: Board;
  /** A 32-bit signed number; it alone decides all that is random in the match. */
  readonly seed: number;
  /** One runner a seat. The match closes them, however it ends. */
  readonly runners: readonly PlayerRunner<Board, State, Move>[];
  /** Played under a budget: shares of it are recorded, and the players' generators say nothing about the board's. */
  readonly limited?: boolean;
  /**
   * Under a budget, what the board and the players' own generators draw from (secret-randomness.ts); 64 hexadecimal digits. Drawn at random where
   * none is given. In a plain match the generators are the original's: match seed, and match seed + seat.
   */
  readonly key?: string;
  /** Ask all players of a round at once, as a game played over sockets does; else one after the other. */
  readonly concurrent?: boolean;
  /** Gets the replay, piece by piece, as the match is played. Nothing is printed without it. */
  readonly record?: ((text: string) => void) | undefined;
  /**
   * After each round (and once before the first, with round 0). `used`: the share (0…1) of its budget that each player has used
   * so far, −1 once it is frozen.
   */
  readonly onRound?: ((state: State, round: number, used: readonly number[]) => void) | undefined;
  readonly onFault?: (verdict: Verdict) => void;
  /** Ends the match early when aborted: `playMatch` then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Why a player was taken out of a match. */
export interface Verdict {
  readonly seat: number;
  readonly name: string;
  /** What the board said when it failed (`rnd`, from 0), as in the sidecar, the viewer and `debug --round`; also before it was asked anything. */
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

export interface MatchResult<State> {
  readonly outcome: Outcome;
  readonly rounds: number;
  readonly verdicts: readonly Verdict[];
  /** The share of its budget that each player used, by seat; 0 where nothing was counted. */
  readonly used: readonly number[];
  /** The last state. */
  readonly state: State;
  /** What the generators of a match under a budget were worked out from. */
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

/** Plays a match whose players all answer at once (in process, WebAssembly); a player that does not is a bug of the caller. */
export function playMatchSync<B, S, M>(setup: MatchSetup<B, S, M>): MatchResult<S> {
  try {
    const step = matchSteps(setup).next();
    if (!step.done) throw new Error('playMatchSync: a player answered with a promise');
    return step.value;
  } finally {
    for (const runner of setup.runners) void runner.close?.();
  }
}

/** The one match loop. It yields what has to be waited for; whoever drives it waits and sends failures back in. Who drives it closes the runners. */
export function* matchSteps<B, S, M>(setup: MatchSetup<B, S, M>): Generator<PromiseLike<unknown>, MatchResult<S>> {
  const { game, board, runners, limited = false, record, onRound, signal } = setup;
  const seats = game.seatsOf(board);
  if (runners.length !== seats) throw new Error(`${game.title} needs ${seats} players, not ${runners.length}`);
  const info: MatchInfo = { seed: setup.seed, names: runners.map((runner) => runner.name), limited };
  const wrong = nameProblem(info.names);
  if (wrong !== undefined) throw new Error(wrong);
  const state = game.start(board, setup.seed);
  const key = limited ? (setup.key ?? newMatchKey()) : undefined;
  const seal = key === undefined ? undefined : new SecretRandomness(key);
  const generators: PlayerGenerator[] = runners.map((_, seat) => ({
    state: seal ? seal.playerState(seat) : seedState(setup.seed + seat),
  }));
  const asked = runners.map(() => game.newMove());
  const frozen = runners.map(() => false);
  const used = runners.map(() => 0);
  const shares = runners.map(() => 0);
  const verdicts: Verdict[] = [];
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
  /** Calls every living player, one after the other or all at once; what one of them breaks stays its own. */
  function* each(call: (runner: PlayerRunner<B, S, M>, seat: number) => void | Promise<void>) {
    const pending: Promise<void>[] = [];
    for (let seat = 0; seat < seats; seat++) {
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

  if (seal) game.setGenerator?.(state, HIDDEN_GENERATOR_STATE);
  record?.(game.replay.head(board, info, state));
  onRound?.(state, game.round(state), shares);
  yield* each((runner, seat) => runner.start?.(board, state, { seat, names: info.names }));
  while (!game.isOver(state)) {
    signal?.throwIfAborted();
    for (let seat = 0; seat < seats; seat++) {
      // The originals' protocol: s = next(), then seed(s), which leaves the generator where next() had left it.
      generators[seat].state = advanceLehmer(generators[seat].state);
      game.clearMove(asked[seat]);
      if (!frozen[seat]) runners[seat].prepare?.(generators[seat]);
    }
    yield* each((runner, seat) => runner.play(state, asked[seat], generators[seat]));
    for (let seat = 0; seat < seats; seat++) {
      const share = frozen[seat] ? undefined : runners[seat].budgetUsed?.();
      if (share === undefined) continue;
      used[seat] = share;
      shares[seat] = share;
      if (!limited) continue;
      roundRecord.shares[seat] = share;
      game.charge?.(state, seat, share);
    }
    for (let seat = 0; seat < seats; seat++) if (!frozen[seat]) runners[seat].observeMoves?.(asked);
    // Nobody is asked any more in this round, and nobody has looked at the state when the generator is gone again.
    if (seal) game.setGenerator?.(state, seal.boardState(game.round(state)));
    game.advance(state, asked);
    if (seal) game.setGenerator?.(state, HIDDEN_GENERATOR_STATE);
    record?.(game.replay.round(asked, state, roundRecord));
    roundRecord.failed.length = 0;
    onRound?.(state, game.round(state), shares);
  }
  record?.(game.replay.tail(state, game.setGenerator && key));
  return {
    ...(key !== undefined && { key }),
    outcome: game.outcome(state),
    rounds: game.round(state),
    verdicts,
    used,
    state,
  };
}

/** A key for a match with secret randomness (secret-randomness.ts) that nobody can foretell: 64 hexadecimal digits. */
export function newMatchKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
