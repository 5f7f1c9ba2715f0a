import type { Game } from '@ludus/game/game.ts';
import { type Actions, MAX_ACTIONS } from './actions.ts';
import { AskedActions } from './asked-actions.ts';
import { Recorder, type Verdict } from './recorder.ts';
import { SeatedPlayers, type Seating } from './seated-players.ts';
import { matchSeed } from './seeds.ts';
import { lookingSeat, type Simulator } from './simulator.ts';

export interface VectorOptions {
  /**
   * What an action does that the rules would not carry out (a dead unit's, one out of the window): `ignore` it, as a match does,
   * or `refuse` the whole step with an error. A number that isn’t an action at all is always an error.
   */
  readonly illegal?: 'ignore' | 'refuse';
  /** The observed seats. If only one of a game with hidden information is, `refuse` judges its actions alone: an error about others would tell what they hold. */
  readonly looking?: readonly number[];
  /** Players that sit in some seats; what is asked there as actions does not count. */
  readonly players?: Seating;
  /**
   * Makes the board of a match that begins with a seed: one like the env's (`Simulator.like`). Without it all are played on that one.
   */
  readonly boards?: (seed: number) => unknown;
  /** Write the replay of each match as it is played (`replayOf`). */
  readonly record?: boolean;
}

/** Looks at a match: an `Observer`. */
export interface MatchObserver {
  /** A step begins in which all matches are examined, in their order. `steps`: the env's, this one included. */
  begin?(steps: number): void;
  look(match: number, state: unknown): void;
}

/**
 * Many matches of one game on one board side by side, stepped together: the simulator for search and learning. All arrays are
 * made once and reused; what `step` returns is valid until the next `step` or `reset`.
 *
 * Deterministic: the same board, seeds, and actions give the same arrays on every machine. A match stepped here equals the match
 * that `ludus match` plays with its seed (`seeds`) and the same moves.
 */
export class VectorEnv<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  readonly simulator: Simulator<Board, State, Move>;
  readonly board: Board;
  /** Matches side by side. */
  readonly size: number;
  readonly seats: number;
  readonly units: number;
  /** The matches themselves, to look at with whatever the game has for it. */
  readonly states: readonly State[];
  /** Whether each match has its own board. Then `states` holds another state whenever one begins or is restored. */
  readonly hasManyBoards: boolean;
  /** seeds[match]: what the match was started with; 0 … 2³¹ − 1, unless someone chose another one. */
  readonly seeds: Int32Array;
  /** rewards[match · seats + seat]: what the seat's score grew by in the last step. */
  readonly rewards: Int32Array;
  /** scores[match · seats + seat]: what the rewards of a match add up to, with what the board began with. */
  readonly scores: Int32Array;
  /** dones[match]: 1 once the match is over; stepping it further changes nothing until it is reset. */
  readonly dones: Uint8Array;
  /** How many steps there have been. */
  steps = 0;
  private readonly players: SeatedPlayers | undefined;
  private readonly recorder: Recorder | undefined;
  private readonly boards: ((seed: number) => Board) | undefined;
  /** Of states that are not played on `board`. */
  private readonly boardsOf = new WeakMap<object, Board>();
  private readonly moves: Move[];
  private readonly asked: AskedActions;
  private seed = 1;
  /** How often a match was started since the last `reset` of all. */
  private readonly episodes: Int32Array;

  /** @param size matches side by side, ≥ 1 */
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
      throw new RangeError(`${game.title} has ${actions} actions, and a simulator at most ${MAX_ACTIONS}`);
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
   * Starts every match again, or those with a 1 in `which`. Each match gets a separate stream of seeds (`matchSeed`): matches of
   * one reset are independent of those of another. `seed`: any whole number that 53 bits hold.
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

  /** Starts one match again with the next seed of its stream. */
  renew(match: number): void {
    this.resetMatch(match, matchSeed(this.seed, match, ++this.episodes[match]));
  }

  /** Starts one match again. `seed`: a 32-bit signed number, as for `ludus match`. */
  resetMatch(match: number, seed: number): void {
    if ((seed | 0) !== seed) throw new RangeError(`the seed of a match must be a signed 32-bit number, not ${seed}`);
    this.seeds[match] = seed;
    // Not a state of another seed with new luck: a game may deal before its first round.
    if (this.boards === undefined) this.restore(match, this.game.start(this.board, seed));
    else this.begin(match, this.startOn(this.boards(seed), seed));
    if (this.recorder === undefined) return;
    const state = this.states[match];
    const names = this.players?.namesOf(match) ?? this.moves.map((_, seat) => `seat${seat}`);
    this.recorder.begin(match, this.boardOf(state), state, seed, names);
  }

  /** Whether one of the players is a program. Then `stepWaiting` must be called. */
  get waits(): boolean {
    return this.players?.waits === true;
  }

  /** The disqualified players of a match, and the reasons. */
  verdictsOf(match: number): readonly Verdict[] {
    return this.players?.verdictsOf(match) ?? [];
  }

  /** The replay of the last match that was played there from its first round to its end, as `ludus verify` takes it, if replays are kept. */
  replayOf(match: number): string | undefined {
    return this.recorder?.replayOf(match);
  }

  /** Ends the players that sit in matches; programs are gone when it has been kept. */
  async close(): Promise<void> {
    await this.players?.close();
  }

  /** The board that a state is played on: one of a match, or a copy of such a one. */
  boardOf(state: State): Board {
    return this.boardsOf.get(state as object) ?? this.board;
  }

  /**
A copy of a state, written into another one if possible. `like`: a state on the same board, if no one knows its
   * board.
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
   * @param actions size × units, what each unit is asked
   * @param observer looks at each match at once after its round, while it is at hand: cheaper than looking at all of them later
   * @param renewed a 1 for each match that begins again instead of being stepped, with the next seed of its stream
   * @throws RangeError if the number of actions is wrong or a value is not an action. Also if an action is against the rules and such actions are rejected. Then nothing is played
   */
  step(actions: Actions | readonly number[], observer?: MatchObserver, renewed?: Uint8Array): void {
    if (this.waits) throw new Error('a player is a program, which has to be waited for: call stepWaiting');
    this.play(this.asked.checked(actions, renewed), observer, renewed);
  }

  /**
   * Like `step`, but for programs as well. They are asked in all matches at once, and the round is played after the last answer.
   * Nothing else may be called meanwhile but `close`.
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

  /** Plays one round in one match; its units' actions begin at `from`. Actions are not checked: an invalid number does nothing. */
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

  /** Empties the moves of those who don't act, and notes in the replay who does. */
  private clearIdle(match: number, moves: readonly Move[]): void {
    const { game, recorder } = this;
    const state = this.states[match];
    const acting = game.actors!(state);
    for (let seat = 0; seat < moves.length; seat++) if (!acting.includes(seat)) game.clearMove(moves[seat]);
    recorder?.asked(match, state, this.verdictsOf(match));
  }

  /** A saved copy of a match, written into `into` if all play on one board. `restore` can use it any number of times. */
  save(match: number, into?: State): State {
    return this.copyOf(this.states[match], into);
  }

  /**
   * Puts a match to where it was when it was saved; nothing is allocated. Without `seed` the board's luck repeats itself as well;
   * with one it continues from that seed, for searches that must not foresee it. Players that sit in the match begin again: what
   * they remember is not saved.
   */
  restore(match: number, saved: State, seed?: number): void {
    const state = this.hasManyBoards ? this.copyOf(saved) : this.states[match];
    if (!this.hasManyBoards) this.game.restore(state, saved);
    this.begin(match, state, seed);
  }

  /** Continues a match from a state, with different chance events if a seed is given. */
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

/** Any vector of matches, where board, state and move only travel between its own functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyVectorEnv = VectorEnv<any, any, any>;
