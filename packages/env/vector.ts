import type { Game } from '@ludus/game/game.ts';
import type { Simulator } from './simulator.ts';

/**
 * Many matches of one game on one board side by side, stepped together: the simulator for search and learning. All arrays are made
 * once and reused; what `step` returns is valid until the next `step` or `reset`.
 *
 * Determinism: the same board, seeds and actions give the same arrays on every machine; a match stepped here is the match that
 * `ludus match` plays with the same seed and instructions.
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
  /** rewards[match · seats + seat]: what the seat's score grew by in the last step. */
  readonly rewards: Int32Array;
  /** scores[match · seats + seat]: the score that the rewards of a match add up to, with what the board began with. */
  readonly scores: Int32Array;
  /** dones[match]: 1 once the match is over; stepping it further changes nothing until it is reset. */
  readonly dones: Uint8Array;
  private readonly fresh: State;
  private readonly moves: Move[];

  /** @param size matches side by side, ≥ 1 */
  constructor(game: Game<Board, State, Move>, simulator: Simulator<Board, State, Move>, board: Board, size: number) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`size must be a whole number above 0, not ${size}`);
    this.game = game;
    this.simulator = simulator;
    this.board = board;
    this.size = size;
    this.fresh = game.start(board, 1);
    this.states = Array.from({ length: size }, (_, match) => game.start(board, 1 + match));
    this.seats = game.seats;
    this.units = simulator.units(board);
    this.rewards = new Int32Array(size * this.seats);
    this.scores = new Int32Array(size * this.seats);
    this.dones = new Uint8Array(size);
    this.moves = Array.from({ length: this.seats }, () => game.newMove());
    for (let match = 0; match < size; match++) this.lookAt(match);
  }

  /** Starts every match anew, match i with `seed + i`. */
  reset(seed: number): void {
    for (let match = 0; match < this.size; match++) this.resetMatch(match, seed + match);
  }

  /** Starts one match anew. `seed`: a 32-bit signed number. */
  resetMatch(match: number, seed: number): void {
    this.restore(match, this.fresh, seed);
  }

  /**
   * Plays one round in every match that is not done.
   * @param actions size × units, what each unit is asked; what cannot be done is ignored (`Simulator.writeMask` says what can)
   */
  step(actions: Uint8Array): void {
    for (let match = 0; match < this.size; match++) this.stepMatch(match, actions, match * this.units);
  }

  /** Plays one round in one match; its units' actions begin at `from`. */
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
   * with one it goes on from that seed, for searches that must not foresee it.
   */
  restore(match: number, saved: State, seed?: number): void {
    this.game.restore(this.states[match], saved);
    if (seed !== undefined) this.simulator.reseed(this.states[match], seed);
    this.lookAt(match);
  }

  /** What a match that was put somewhere begins with: its scores, no reward, and whether it is over. */
  private lookAt(match: number): void {
    const { scores, seats, states } = this;
    this.simulator.scores(states[match], scores, match * seats);
    this.rewards.fill(0, match * seats, (match + 1) * seats);
    this.dones[match] = this.game.isOver(states[match]) ? 1 : 0;
  }
}

/** Any vector of matches, where board, state and move only travel between its own functions. */
// biome-ignore lint/suspicious/noExplicitAny: the three types belong together and are never looked into from outside
export type AnyVectorEnv = VectorEnv<any, any, any>;
