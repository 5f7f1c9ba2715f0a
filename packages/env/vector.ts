import type { Game } from '@ludus/game/game.ts';
import { type Actions, MAX_ACTIONS } from './actions.ts';
import { AskedActions } from './asked-actions.ts';
import { Recorder, type Verdict } from './recorder.ts';
import { SeatedPlayers, type Seating } from './seated-players.ts';
import { matchSeed } from './seeds.ts';
import { lookingSeat, type Simulator } from './simulator.ts';

export interface VectorOptions {
  /**
   * How to handle illegal actions, such as an action of a dead unit, or a move out of the window: `ignore` them, as a
   * match does, or `refuse` the whole step with an error. A number that isn’t an action is always an error.
   */
  readonly illegal?: 'ignore' | 'refuse';
  /**
   * The observed seats. If only one seat of a game with hidden information is observed, `refuse` checks only this
   * seat's actions. An error about other seats would reveal hidden information.
   */
  readonly looking?: readonly number[];
  /** Players in some seats; actions for these seats don't count. */
  readonly players?: Seating;
  /**
   * Generates the board for a match's seed, with the same sizes and settings as the env's board (`Simulator.like`).
   * Without it, all matches use the env's board.
   */
  readonly boards?: (seed: number) => unknown;
  /** Whether to write the replay of each match while it is played (`replayOf`). */
  readonly record?: boolean;
}

/** Observes matches, as an `Observer` does. */
export interface MatchObserver {
  /**
   * Begins a step in which all matches are observed in order. `steps`: the env's number of steps, including this one.
   */
  begin?(steps: number): void;
  look(match: number, state: unknown): void;
}

/**
 * Many matches of one game on one board, stepped together: the simulator for search and learning. All arrays are
 * allocated once and reused, so results of `step` are valid until the next `step` or `reset`.
 *
 * Deterministic: the same board, seeds, and actions give the same arrays on every machine. A match that is stepped here
 * is identical to the match that `ludus match` plays with the same seed (`seeds`) and moves.
 */
export class VectorEnv<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  readonly simulator: Simulator<Board, State, Move>;
  readonly board: Board;
  /** Number of parallel matches. */
  readonly size: number;
  readonly seats: number;
  readonly units: number;
  /** The states of the matches. Callers may only read them, with the game's functions. */
  readonly states: readonly State[];
  /**
   * Whether each match has a separate board, generated from the match's seed. `states` then contains a new object
   * whenever a match starts or is restored.
   */
  readonly hasManyBoards: boolean;
  /** seeds[match]: the match's initial seed; from 0 to 2³¹ − 1, unless the caller chose a different seed. */
  readonly seeds: Int32Array;
  /** rewards[match · seats + seat]: the increase of the seat's score in the last step. */
  readonly rewards: Int32Array;
  /** scores[match · seats + seat]: the seat's initial score plus its rewards. */
  readonly scores: Int32Array;
  /** dones[match]: 1 once the match is over. Further steps then have no effect on the match until it is reset. */
  readonly dones: Uint8Array;
  /** The number of steps so far. */
  steps = 0;
  private readonly players: SeatedPlayers | undefined;
  private readonly recorder: Recorder | undefined;
  private readonly boards: ((seed: number) => Board) | undefined;
  /** The boards of states that aren't played on `board`. */
  private readonly boardsOf = new WeakMap<object, Board>();
  private readonly moves: Move[];
  private readonly asked: AskedActions;
  private seed = 1;
  /** Number of restarts of each match since the last full `reset`. */
  private readonly episodes: Int32Array;

  /** @param size number of parallel matches, ≥ 1 */
  constructor(
    game: Game<Board, State, Move>,
    simulator: Simulator<Board, State, Move>,
    board: Board,
    size: number,
    { illegal = 'ignore', looking = [], players = [], boards, record = false }: VectorOptions = {},
  ) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`size must be a whole number above 0, not ${size}`);
    const { length: actions } = simulator.actionNames;
    if (actions > MAX_ACTIONS)
      throw new RangeError(`${game.title} has ${actions} actions, but a simulator can have at most ${MAX_ACTIONS}`);
    this.game = game;
    this.simulator = simulator;
    this.board = board;
    this.size = size;
    this.boards = boards as ((seed: number) => Board) | undefined;
    this.hasManyBoards = boards !== undefined;
    this.states = Array.from({ length: size }, () => game.start(board, 1));
    this.seats = game.seatsOf(board);
    this.units = simulator.units(board);
    const seating = Array.from({ length: this.seats }, (_, seat) => players[seat]);
    this.players = seating.some((each) => each) ? new SeatedPlayers(game, size, seating) : undefined;
    this.recorder = record ? new Recorder(game, size) : undefined;
    this.seeds = new Int32Array(size);
    this.rewards = new Int32Array(size * this.seats);
    this.scores = new Int32Array(size * this.seats);
    this.dones = new Uint8Array(size);
    this.episodes = new Int32Array(size);
    this.moves = Array.from({ length: this.seats }, () => game.newMove());
    const alone = lookingSeat(this, looking);
    const isSeated = (seat: number) => this.players?.has(seat) === true;
    this.asked = new AskedActions(this, illegal, (seat) => !isSeated(seat) && (alone ?? seat) === seat);
    this.reset(1);
  }

  /**
   * Restarts every match, or the matches with a 1 in `which`. Each match gets a separate stream of seeds (`matchSeed`),
   * so matches of different resets are independent of each other. `seed`: any whole number of at most 53 bits.
   */
  reset(seed: number, which?: Uint8Array): void {
    if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a whole number, not ${seed}`);
    if (which === undefined) this.seed = seed;
    for (let match = 0; match < this.size; match++) {
      if (which !== undefined && which[match] !== 1) continue;
      this.episodes[match] = 0;
      this.resetMatch(match, matchSeed(seed, match));
    }
  }

  /** Restarts one match with the next seed of its stream. */
  renew(match: number): void {
    this.resetMatch(match, matchSeed(this.seed, match, ++this.episodes[match]));
  }

  /** Restarts one match. `seed`: a 32-bit signed number, as for `ludus match`. */
  resetMatch(match: number, seed: number): void {
    if ((seed | 0) !== seed) throw new RangeError(`the seed of a match must be a signed 32-bit number, not ${seed}`);
    this.seeds[match] = seed;
    // A new seed for an existing state isn't enough, because a game may deal before its first round.
    if (this.boards === undefined) this.restore(match, this.game.start(this.board, seed));
    else this.begin(match, this.startOn(this.boards(seed), seed));
    if (this.recorder === undefined) return;
    const state = this.states[match];
    const names = this.players?.namesOf(match) ?? this.moves.map((_, seat) => `seat${seat}`);
    this.recorder.begin(match, this.boardOf(state), state, seed, names);
  }

  /** Whether one of the players is a program. If so, `stepWaiting` is required. */
  get waits(): boolean {
    return this.players?.waits === true;
  }

  /** The disqualified players of a match, and the reasons. */
  verdictsOf(match: number): readonly Verdict[] {
    return this.players?.verdictsOf(match) ?? [];
  }

  /** The replay of the last match that was completed, for `ludus verify`, if replays are recorded. */
  replayOf(match: number): string | undefined {
    return this.recorder?.replayOf(match);
  }

  /** Stops the players in matches. Resolves when all programs have ended. */
  async close(): Promise<void> {
    await this.players?.close();
  }

  /** The board of a state. The state can belong to a match, or be a copy. */
  boardOf(state: State): Board {
    return this.boardsOf.get(state as object) ?? this.board;
  }

  /**
   * A copy of a state, written into an existing state if possible. `like`: a state on the same board, if the state's
   * board isn't known.
   */
  copyOf(state: State, into?: State, like = state): State {
    if (into !== undefined && !this.hasManyBoards) {
      this.game.restore(into, state);
      return into;
    }
    const copy = this.game.clone(state);
    if (this.hasManyBoards) this.boardsOf.set(copy as object, this.boardOf(like));
    return copy;
  }

  private startOn(board: Board, seed: number): State {
    const state = this.game.start(board, seed);
    this.boardsOf.set(state as object, board);
    return state;
  }

  /**
   * Plays one round in every match that is not done.
   * @param actions size × units, one per unit
   * @param observer observes each match immediately after its round, which is cheaper than observing all of them later
   * @param renewed a 1 for each match that restarts instead of being stepped, with the next seed of its stream
   * @throws RangeError if the number of actions is wrong or a value isn't an action; also thrown for an illegal action
   * if illegal actions are refused. No round is then played
   */
  step(actions: Actions | readonly number[], observer?: MatchObserver, renewed?: Uint8Array): void {
    if (this.waits) throw new Error('one of the players is a program: call stepWaiting, which waits for its moves');
    this.play(this.asked.checked(actions, renewed), observer, renewed);
  }

  /**
   * The variant of `step` for programs. All matches send their requests at the same time, and the round is played after
   * the last answer. During the wait, only `close` may be called.
   */
  async stepWaiting(
    actions: Actions | readonly number[],
    observer?: MatchObserver,
    renewed?: Uint8Array,
  ): Promise<void> {
    const asked = this.asked.checked(actions, renewed).slice();
    const { dones, players, states } = this;
    const isPlayed = (match: number) => dones[match] === 0 && renewed?.[match] !== 1;
    if (players?.waits)
      await Promise.all(states.map((state, match) => isPlayed(match) && players.answer(match, state)));
    this.play(asked, observer, renewed);
  }

  private play(asked: Actions, observer: MatchObserver | undefined, renewed: Uint8Array | undefined): void {
    this.steps++;
    observer?.begin?.(this.steps);
    for (let match = 0; match < this.size; match++) {
      if (renewed !== undefined && renewed[match] === 1) this.renew(match);
      else this.stepMatch(match, asked, match * this.units);
      if (observer !== undefined) observer.look(match, this.states[match]);
    }
  }

  /**
   * Plays one round in one match; its units' actions begin at index `from`. Actions are not checked. An invalid number
   * does nothing.
   */
  stepMatch(match: number, actions: Actions, from = 0): void {
    const { game, rewards, scores, seats } = this;
    const state = this.states[match];
    const at = match * seats;
    const end = at + seats;
    if (this.dones[match] !== 0) {
      for (let i = at; i < end; i++) rewards[i] = 0;
      return;
    }
    this.simulator.ask(actions, from, this.moves, state);
    let { moves } = this;
    if (this.players !== undefined) {
      moves = this.players.ask(match, state, moves) as Move[];
      this.players.hear(match, moves);
    }
    if (game.actors) this.clearIdle(match, moves);
    game.advance(state, moves);
    for (let i = at; i < end; i++) rewards[i] = scores[i];
    this.simulator.scores(state, scores, at);
    for (let i = at; i < end; i++) rewards[i] = scores[i] - rewards[i];
    if (this.recorder !== undefined) this.recorder.played(match, moves, state, this.verdictsOf(match));
    if (!game.isOver(state)) return;
    this.dones[match] = 1;
    this.players?.end(match);
  }

  /** Clears the moves of seats that don't act, and records the acting seats in the replay. */
  private clearIdle(match: number, moves: readonly Move[]): void {
    const { game, recorder } = this;
    const state = this.states[match];
    const acting = game.actors!(state);
    for (let seat = 0; seat < moves.length; seat++) if (!acting.includes(seat)) game.clearMove(moves[seat]);
    recorder?.asked(match, state, this.verdictsOf(match));
  }

  /**
   * Saves a copy of a match, written into `into` if all matches have the same board. `restore` can use it any number of
   * times.
   */
  save(match: number, into?: State): State {
    return this.copyOf(this.states[match], into);
  }

  /**
   * Restores a match to a saved state, without allocation. Without `seed`, the rounds draw the same random numbers as
   * after the saved state. With `seed`, they draw different numbers, so that a search can't foresee the match's random
   * numbers. Players in the match restart, because their memory isn't saved.
   */
  restore(match: number, saved: State, seed?: number): void {
    const state = this.hasManyBoards ? this.copyOf(saved) : this.states[match];
    if (!this.hasManyBoards) this.game.restore(state, saved);
    this.begin(match, state, seed);
  }

  /** Continues a match from a state, with different random numbers if a seed is given. */
  private begin(match: number, state: State, seed?: number): void {
    const { game, scores, seats, simulator } = this;
    (this.states as State[])[match] = state;
    if (seed !== undefined) simulator.reseed(state, seed);
    simulator.scores(state, scores, match * seats);
    this.rewards.fill(0, match * seats, (match + 1) * seats);
    this.dones[match] = game.isOver(state) ? 1 : 0;
    this.players?.begin(match, this.boardOf(state), state, this.seeds[match]);
    this.recorder?.drop(match);
  }
}

/** Any vector of matches. Code outside the simulator's functions doesn't look into boards, states, and moves. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyVectorEnv = VectorEnv<any, any, any>;
