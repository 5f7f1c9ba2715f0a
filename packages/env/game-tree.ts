import { HIDDEN_GENERATOR_STATE, hasKey, observed } from '@ludus/game/secret-randomness.ts';
import { teamsOn } from '@ludus/game/teams.ts';
import { Chance } from '@ludus/kernel/chance.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { type Actions, newActions } from './actions.ts';
import { RequestError } from './requests.ts';
import type { SavedStates } from './saved-states.ts';
import type { AnyVectorEnv } from './vector.ts';

/**
 * Value of `luck`: a round that would draw random numbers isn't played, and the caller must first choose a seed for its
 * luck.
 */
export const ASK_FOR_LUCK = -1;
/** Value of `luck`: the round uses the state's own random numbers, as in `ludus match`. */
export const OWN_LUCK = 0;

/**
 * A game as a tree of saved states, for searches and for the OpenSpiel interface. Each round leads from one handle to a
 * new handle. States never change, so a caller may continue from any of them. The env's own matches aren't affected.
 */
export class GameTree {
  private readonly env: AnyVectorEnv;
  private readonly saved: SavedStates;
  /** The team of each seat. */
  private readonly teams: readonly number[];
  private readonly moves: unknown[];
  private readonly scores: Int32Array;
  private readonly mask: Uint8Array;
  private readonly choices: Int32Array;
  /** A list with the empty action for each unit. */
  private readonly nothing: Actions;
  private scratch: unknown;

  constructor(env: AnyVectorEnv, saved: SavedStates) {
    const { game, seats, units, simulator } = env;
    const actions = simulator.actionNames.length;
    this.env = env;
    this.saved = saved;
    this.teams = seatTeams(env);
    this.moves = Array.from({ length: seats }, () => game.newMove());
    this.scores = new Int32Array(seats);
    this.mask = new Uint8Array(units * actions);
    this.choices = new Int32Array(units * (2 + actions));
    this.nothing = newActions(simulator, units).fill(simulator.noAction);
  }

  /** Starts a match; `seed` is a 32-bit signed number. Returns the handle of the match's first state. */
  start(seed: number): number {
    const { game, board, hasManyBoards } = this.env;
    if (hasManyBoards) throw new RequestError('a tree of states needs one board for all matches');
    return this.saved.keep(game.start(board, seed), this.env.states[0]);
  }

  /**
   * Plays one round with one action per unit, and returns the handle of the resulting state.
   *
   * @param luck a seed (at least 1) for the round's luck, OWN_LUCK, or ASK_FOR_LUCK
   * @returns undefined if `luck` is ASK_FOR_LUCK and the round draws numbers; no round is then played
   * @throws RequestError if the match is over or a value isn't an action
   */
  play(handle: number, actions: Actions, luck: number): number | undefined {
    const { game, simulator } = this.env;
    const state = this.saved.get(handle);
    if (game.isOver(state)) throw new RequestError(`the match of the saved state ${handle} is over`);
    const wrong = actions.findIndex((action) => action >= simulator.actionNames.length);
    if (wrong >= 0) throw new RequestError(`unit ${wrong}: ${actions[wrong]} isn’t an action`);
    if (luck === ASK_FOR_LUCK && this.draws(state, actions)) return undefined;
    const next = this.saved.keep(state);
    const copy = this.saved.get(next);
    if (luck > OWN_LUCK) simulator.reseed(copy, luck);
    this.advance(copy, actions);
    return next;
  }

  /**
   * Replaces the information hidden from a seat with random values, and the seed of future random numbers with a
   * different seed.
   *
   * @returns the handle of the new state
   * @throws RequestError if the game has hidden information but no `redeal`
   */
  redeal(handle: number, seat: number, seed: number): number {
    const { game, seats, simulator } = this.env;
    if (seat < 0 || seat >= seats) throw new RequestError(`there is no seat ${seat}`);
    if (game.observe && !game.redeal)
      throw new RequestError(`${game.title} can’t redeal the information hidden from a seat`);
    const next = this.saved.keep(this.saved.get(handle));
    const copy = this.saved.get(next);
    const random = new Lehmer(seed);
    // The new state must not depend on hidden parts of the true state.
    if (game.observe) game.restore(copy, observed(game, copy, seat));
    game.redeal?.(copy, seat, random);
    if (hasKey(game)) simulator.reseed(copy, 1 + random.range(0, 2 ** 31 - 4));
    return next;
  }

  /**
   * Describes a state: its handle, the round, the next step, and the hash. These are followed by the scores by seat,
   * the standings by seat (`standings`), and the choices (`writeChoices`). The next step is a round (0), the end (1),
   * or a round without a choice that draws numbers (2).
   */
  describe(handle: number): Int32Array {
    const { game, simulator } = this.env;
    const state = this.saved.get(handle);
    simulator.scores(state, this.scores, 0);
    const isOver = game.isOver(state);
    const choices = this.choices.subarray(0, isOver ? 0 : this.writeChoices(state));
    const isLeftToChance = !isOver && choices.length === 0 && this.draws(state, this.nothing);
    const head = [handle, game.round(state), isOver ? 1 : isLeftToChance ? 2 : 0, game.hash(state) | 0];
    return Int32Array.of(...head, ...this.scores, ...standings(game.outcome(state).scores, this.teams), ...choices);
  }

  /**
   * Runs `count` random playouts from a state, each with new luck, until the end of the match or for `rounds` rounds.
   *
   * @param chosen the choices already made for the first round, as alternating units and actions
   * @returns the sum of each seat's standings, followed by the sum of each seat's score gains
   */
  rollOut(
    handle: number,
    chosen: readonly number[],
    { count, rounds, seed }: { readonly count: number; readonly rounds: number; readonly seed: number },
  ): Float64Array {
    const { env } = this;
    const { game, seats, simulator, units } = env;
    const state = this.saved.get(handle);
    const random = new Chance(seed);
    const sums = new Float64Array(2 * seats);
    const actions = newActions(simulator, units);
    simulator.scores(state, this.scores, 0);
    const before = this.scores.slice();
    for (let n = 0; n < count; n++) {
      const copy = this.copyOf(state);
      if (hasKey(game)) simulator.reseed(copy, random.range(1, 2 ** 31 - 3));
      for (let round = 0; round < rounds && !game.isOver(copy); round++) {
        this.chooseAtRandom(copy, actions, random);
        if (round === 0) for (let i = 0; i < chosen.length; i += 2) actions[chosen[i]] = chosen[i + 1];
        this.advance(copy, actions);
      }
      simulator.scores(copy, this.scores, 0);
      const places = standings(game.outcome(copy).scores, this.teams);
      for (let seat = 0; seat < seats; seat++) {
        sums[seat] += places[seat];
        sums[seats + seat] += this.scores[seat] - before[seat];
      }
    }
    return sums;
  }

  /** Whether the next round draws random numbers, and so changes the generator. */
  private draws(state: unknown, actions: Actions): boolean {
    const { game } = this.env;
    if (!game.setGenerator) return false;
    const copy = this.copyOf(state);
    game.setGenerator(copy, HIDDEN_GENERATOR_STATE);
    this.advance(copy, actions);
    const after = game.hash(copy);
    game.setGenerator(copy, HIDDEN_GENERATOR_STATE);
    return game.hash(copy) !== after;
  }

  /** A copy of the state. It is valid until the next call. */
  private copyOf(state: unknown): unknown {
    this.scratch = this.env.copyOf(state, this.scratch);
    return this.scratch;
  }

  private advance(state: unknown, actions: Actions): void {
    const { game, simulator } = this.env;
    const { moves } = this;
    simulator.ask(actions, 0, moves, state);
    if (game.actors) {
      const acting = game.actors(state);
      for (let seat = 0; seat < moves.length; seat++) if (!acting.includes(seat)) game.clearMove(moves[seat]);
    }
    game.advance(state, moves);
  }

  private chooseAtRandom(state: unknown, actions: Actions, random: Chance): void {
    const { choices } = this;
    actions.fill(this.env.simulator.noAction);
    const end = this.writeChoices(state);
    for (let at = 0; at < end; at += 2 + choices[at + 1])
      actions[choices[at]] = choices[at + 2 + random.range(0, choices[at + 1] - 1)];
  }

  /**
   * Writes the choices of the acting seats. For each unit, these are its number, the number of its actions, and the
   * actions in ascending order. Units that have only the empty action are left out. In a game that lists its legal
   * moves (`legal`), the empty action isn't among the choices.
   *
   * @returns how many numbers were written
   */
  private writeChoices(state: unknown): number {
    const { mask, choices } = this;
    const { game, seats, units, simulator } = this.env;
    const { noAction } = simulator;
    const actions = simulator.actionNames.length;
    const perSeat = units / seats;
    let end = 0;
    if (!game.observe) simulator.writeMask(state, mask, 0);
    const acting = game.actors?.(state);
    for (let seat = 0; seat < seats; seat++) {
      if (acting && !acting.includes(seat)) continue;
      if (game.observe) simulator.writeMask(observed(game, state, seat), mask, 0);
      for (let unit = seat * perSeat; unit < (seat + 1) * perSeat; unit++) {
        const first = end + 2;
        let to = first;
        let hasNothing = false;
        for (let action = 0; action < actions; action++) {
          if (mask[unit * actions + action] === 0) continue;
          if (action === noAction) hasNothing = true;
          if (action !== noAction || !game.legal) choices[to++] = action;
        }
        if (to === first || (to === first + 1 && hasNothing && choices[first] === noAction)) continue;
        choices[end] = unit;
        choices[end + 1] = to - first;
        end = to;
      }
    }
    return end;
  }
}

/** Returns the team of each seat. Without teams, each seat is a separate team. */
export function seatTeams({ game, board, seats }: AnyVectorEnv): readonly number[] {
  return teamsOn(game, board) ?? Array.from({ length: seats }, (_, seat) => seat);
}

/**
 * By seat: two points for each seat of another team that has a worse place, and one point for each that has the same
 * place.
 */
function standings(scores: readonly number[], teams: readonly number[]): number[] {
  return scores.map((own, seat) =>
    scores.reduce((sum, other, at) => sum + (teams[at] === teams[seat] || own < other ? 0 : own === other ? 1 : 2), 0),
  );
}
