import type { Game } from '@ludus/game/game.ts';
import { firstAbove } from './first-above.ts';
import { SeatedPlayers, type Seating } from './seated-players.ts';
import { matchSeed } from './seeds.ts';
import type { Simulator } from './simulator.ts';

export interface VectorOptions {
  /**
   * What an action does that the rules would not carry out (a dead unit's, one out of the window): `ignore` it, as a match does, or
   * `refuse` the whole step with an error. A number that is no action at all is always an error.
   */
  readonly illegal?: 'ignore' | 'refuse';
  /** Players that sit in some seats; what is asked there as actions does not count. */
  readonly players?: Seating;
}

/** Looks at a match: an `Observer`. */
export interface MatchObserver {
  look(match: number, state: unknown): void;
}

/**
 * Many matches of one game on one board side by side, stepped together: the simulator for search and learning. All arrays are made
 * once and reused; what `step` returns is valid until the next `step` or `reset`.
 *
 * Determinism: the same board, seeds and actions give the same arrays on every machine; a match stepped here is the match that
 * `ludus match` plays with its seed (`seeds`) and the same instructions.
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
  /** seeds[match]: what the match was started with; 0 … 2³¹ − 1, unless somebody chose another one. */
  readonly seeds: Int32Array;
  /** rewards[match · seats + seat]: what the seat's score grew by in the last step. */
  readonly rewards: Int32Array;
  /** scores[match · seats + seat]: what the rewards of a match add up to, with what the board began with. */
  readonly scores: Int32Array;
  /** dones[match]: 1 once the match is over; stepping it further changes nothing until it is reset. */
  readonly dones: Uint8Array;
  private readonly illegal: 'ignore' | 'refuse';
  private readonly players: SeatedPlayers | undefined;
  private readonly fresh: State;
  private readonly moves: Move[];
  private readonly asked: Uint8Array;
  private readonly mask: Uint8Array;
  private seed = 1;
  /** How often a match was started since the last `reset` of all. */
  private readonly episodes: Int32Array;

  /** @param size matches side by side, ≥ 1 */
  constructor(
    game: Game<Board, State, Move>,
    simulator: Simulator<Board, State, Move>,
    board: Board,
    size: number,
    { illegal = 'ignore', players = [] }: VectorOptions = {},
  ) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`size must be a whole number above 0, not ${size}`);
    this.game = game;
    this.simulator = simulator;
    this.board = board;
    this.size = size;
    this.illegal = illegal;
    this.fresh = game.start(board, 1);
    this.states = Array.from({ length: size }, () => game.start(board, 1));
    this.seats = game.seatsOf(board);
    this.units = simulator.units(board);
    this.players = players.some((each) => each) ? new SeatedPlayers(game, board, size, players) : undefined;
    this.seeds = new Int32Array(size);
    this.rewards = new Int32Array(size * this.seats);
    this.scores = new Int32Array(size * this.seats);
    this.dones = new Uint8Array(size);
    this.episodes = new Int32Array(size);
    this.moves = Array.from({ length: this.seats }, () => game.newMove());
    this.asked = new Uint8Array(size * this.units);
    this.mask = new Uint8Array(illegal === 'refuse' ? this.units * simulator.actionNames.length : 0);
    this.reset(1);
  }

  /**
   * Starts every match anew, or those with a 1 in `which`. Each match gets a stream of seeds of its own (`matchSeed`): matches of one
   * reset have nothing in common with those of another. `seed`: any whole number that 53 bits hold.
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

  /** Starts one match anew with the next seed of its stream. */
  renew(match: number): void {
    this.resetMatch(match, matchSeed(this.seed, match, ++this.episodes[match]));
  }

  /** Starts one match anew. `seed`: a 32-bit signed number, as for `ludus match`. */
  resetMatch(match: number, seed: number): void {
    if ((seed | 0) !== seed) throw new RangeError(`the seed of a match must be a signed 32-bit number, not ${seed}`);
    this.seeds[match] = seed;
    this.restore(match, this.fresh, seed);
  }

  /**
   * Plays one round in every match that is not done.
   * @param actions size × units, what each unit is asked
   * @param observer looks at each match at once after its round, while it is at hand: cheaper than looking at all of them later
   * @param renewed a 1 for each match that begins anew instead of being stepped, with the next seed of its stream
   * @throws RangeError if there are more or fewer, if one is no action, or one is against the rules and such are refused; then nothing is played
   */
  step(actions: Uint8Array | readonly number[], observer?: MatchObserver, renewed?: Uint8Array): void {
    const asked = this.checked(actions);
    if (this.illegal === 'refuse') this.refuseMasked(asked, renewed);
    for (let match = 0; match < this.size; match++) {
      if (renewed !== undefined && renewed[match] === 1) this.renew(match);
      else this.stepMatch(match, asked, match * this.units);
      if (observer !== undefined) observer.look(match, this.states[match]);
    }
  }

  /** Plays one round in one match; its units' actions begin at `from`. Actions are not checked: a number that is none asks nothing. */
  stepMatch(match: number, actions: Uint8Array, from = 0): void {
    const { game, rewards, scores, seats } = this;
    const state = this.states[match];
    const at = match * seats;
    const end = at + seats;
    if (this.dones[match] !== 0) {
      for (let i = at; i < end; i++) rewards[i] = 0;
      return;
    }
    this.simulator.ask(actions, from, this.moves, state);
    if (this.players !== undefined) {
      this.players.ask(match, state, this.moves);
      this.players.hear(match, this.moves);
    }
    game.advance(state, this.moves);
    for (let i = at; i < end; i++) rewards[i] = scores[i];
    this.simulator.scores(state, scores, at);
    for (let i = at; i < end; i++) rewards[i] = scores[i] - rewards[i];
    if (game.isOver(state)) this.dones[match] = 1;
  }

  /** A copy of a match to come back to; give it to `restore` as often as wanted. */
  save(match: number, into?: State): State {
    if (into === undefined) return this.game.clone(this.states[match]);
    this.game.restore(into, this.states[match]);
    return into;
  }

  /**
   * Puts a match to where it was when it was saved; nothing is allocated. Without `seed` the board's luck repeats itself as well;
   * with one it goes on from that seed, for searches that must not foresee it. Players that sit in the match begin anew: what they
   * remember is not saved.
   */
  restore(match: number, saved: State, seed?: number): void {
    const { game, scores, seats, simulator, states } = this;
    const state = states[match];
    game.restore(state, saved);
    if (seed !== undefined) simulator.reseed(state, seed);
    simulator.scores(state, scores, match * seats);
    this.rewards.fill(0, match * seats, (match + 1) * seats);
    this.dones[match] = game.isOver(state) ? 1 : 0;
    this.players?.begin(match, state, this.seeds[match]);
  }

  /** Actions as bytes, each of which is an action. */
  private checked(actions: Uint8Array | readonly number[]): Uint8Array {
    const { asked, size, units } = this;
    const most = this.simulator.actionNames.length;
    if (actions.length !== size * units)
      throw new RangeError(`there must be ${size} × ${units} actions, not ${actions.length}`);
    const bytes = actions instanceof Uint8Array ? actions : asked;
    if (bytes === asked) {
      for (let i = 0; i < actions.length; i++) if (!Number.isInteger(actions[i])) this.refuseNumber(i, actions[i]);
      for (let i = 0; i < actions.length; i++)
        if (actions[i] < 0 || actions[i] >= most) this.refuseNumber(i, actions[i]);
      asked.set(actions);
    } else {
      const wrong = firstAbove(bytes, most);
      if (wrong >= 0) this.refuseNumber(wrong, bytes[wrong]);
    }
    return bytes;
  }

  private refuseNumber(index: number, action: number): never {
    this.fail(index, `${action} is no action; there are 0 … ${this.simulator.actionNames.length - 1}`);
  }

  private refuseMasked(actions: Uint8Array, renewed: Uint8Array | undefined): void {
    const { mask, simulator, units } = this;
    const count = simulator.actionNames.length;
    for (let match = 0; match < this.size; match++) {
      if (this.dones[match] !== 0 || renewed?.[match] === 1) continue;
      simulator.writeMask(this.states[match], mask, 0);
      for (let unit = 0; unit < units; unit++) {
        if (this.players?.has(Math.floor((unit * this.seats) / units))) continue;
        const action = actions[match * units + unit];
        if (mask[unit * count + action] === 0)
          this.fail(match * units + unit, `${simulator.actionNames[action]} is against the rules now`);
      }
    }
  }

  private fail(index: number, what: string): never {
    throw new RangeError(`match ${Math.floor(index / this.units)}, unit ${index % this.units}: ${what}`);
  }
}

/** Any vector of matches, where board, state and move only travel between its own functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyVectorEnv = VectorEnv<any, any, any>;
