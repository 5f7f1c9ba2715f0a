import type { Game } from '@ludus/game/game.ts';
import { SHOOT } from 'ludus/cylinder/rules/directions.ts';
import type { Instructions } from 'ludus/cylinder/rules/instructions.ts';
import { SCORES } from 'ludus/cylinder/rules/layout.ts';
import type { CylinderBoard } from 'ludus/cylinder/rules/position.ts';
import type { CylinderState } from 'ludus/cylinder/rules/state.ts';

export type CylinderGame = Game<CylinderBoard, CylinderState, Instructions>;

/** Asks nothing of a unit; 0 … 8 are the directions in the order of `DIRECTIONS`, 9 shoots. */
export const NO_ACTION = 10;
/** Actions a unit has: Discrete(11). */
export const ACTIONS = 11;

/** A state put aside by `save`. */
export type Snapshot = CylinderState;

/**
 * Many matches of one cylinder game side by side, stepped together: the simulator for search and learning. All arrays are made
 * once and reused; what `step` returns is valid until the next `step` or `reset`.
 *
 * Determinism: the same board, seeds and actions give the same arrays on every machine; a match stepped here is the match that
 * `ludus match` plays with the same seed and instructions.
 */
export class VectorEnv {
  readonly game: CylinderGame;
  readonly board: CylinderBoard;
  /** Matches side by side. */
  readonly size: number;
  readonly seats: number;
  readonly units: number;
  /** The matches themselves, to look at through `CylinderView` or, without copies, through their typed arrays (see `observe.ts`). */
  readonly states: readonly CylinderState[];
  /** rewards[match · seats + seat]: what the seat's score grew by in the last step. */
  readonly rewards: Int32Array;
  /** dones[match]: 1 once all rounds are played; stepping it further changes nothing until it is reset. */
  readonly dones: Uint8Array;
  private readonly fresh: CylinderState;
  private readonly asked: Instructions[];
  private readonly before: Int32Array;

  /** @param size matches side by side, ≥ 1 */
  constructor(game: CylinderGame, board: CylinderBoard, size: number) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`size must be a whole number above 0, not ${size}`);
    this.game = game;
    this.board = board;
    this.size = size;
    this.fresh = game.start(board, 1);
    this.states = Array.from({ length: size }, (_, match) => game.start(board, 1 + match));
    this.seats = board.settings.players;
    this.units = board.settings.players * board.settings.unitsPerPlayer;
    this.rewards = new Int32Array(size * this.seats);
    this.dones = new Uint8Array(size);
    this.before = new Int32Array(this.seats);
    this.asked = Array.from({ length: this.seats }, () => game.newMove());
  }

  /** Starts every match anew, match i with `seed + i`. */
  reset(seed: number): void {
    for (let match = 0; match < this.size; match++) this.resetMatch(match, seed + match);
  }

  /** Starts one match anew. `seed`: a 32-bit signed number. */
  resetMatch(match: number, seed: number): void {
    const state = this.states[match];
    state.restore(this.fresh);
    state.reseed(seed);
    this.dones[match] = 0;
    this.rewards.fill(0, match * this.seats, (match + 1) * this.seats);
  }

  /**
   * Plays one round in every match that is not done.
   * @param actions size × units, what each unit is asked, 0 … 10; what is asked of dead units is ignored, anything above 10 is NO_ACTION
   */
  step(actions: Uint8Array): void {
    for (let match = 0; match < this.size; match++) this.stepMatch(match, actions, match * this.units);
  }

  /** Plays one round in one match; its units' actions begin at `from`. */
  stepMatch(match: number, actions: Uint8Array, from = 0): void {
    const { asked, before, rewards, seats, units } = this;
    const state = this.states[match];
    const reward = match * seats;
    if (this.dones[match] !== 0) {
      rewards.fill(0, reward, reward + seats);
      return;
    }
    const { words } = state;
    const perSeat = units / seats;
    for (let seat = 0, unit = 0; seat < seats; seat++) {
      before[seat] = words[SCORES + seat];
      const list = asked[seat];
      list.clear();
      for (const end = unit + perSeat; unit < end; unit++) {
        const action = actions[from + unit];
        if (action <= SHOOT) list.push(unit, action);
      }
    }
    this.game.advance(state, asked);
    for (let seat = 0; seat < seats; seat++) rewards[reward + seat] = words[SCORES + seat] - before[seat];
    if (this.game.isOver(state)) this.dones[match] = 1;
  }

  /** A copy of a match to come back to; give it to `restore` as often as wanted. */
  save(match: number, into?: Snapshot): Snapshot {
    if (into === undefined) return this.game.clone(this.states[match]);
    this.game.restore(into, this.states[match]);
    return into;
  }

  /**
   * Puts a match back to where it was when it was saved; it allocates nothing. What is random afterwards repeats itself, unless a
   * `seed` is given: a search that must not foresee what nobody can know gives another one each time.
   */
  restore(match: number, snapshot: Snapshot, seed?: number): void {
    this.game.restore(this.states[match], snapshot);
    if (seed !== undefined) this.states[match].reseed(seed);
    this.dones[match] = this.game.isOver(this.states[match]) ? 1 : 0;
    this.rewards.fill(0, match * this.seats, (match + 1) * this.seats);
  }
}
