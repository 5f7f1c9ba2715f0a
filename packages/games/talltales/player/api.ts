import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { PlayerGenerator } from '@ludus/game/player-runner.ts';
import { advance as step } from '@ludus/kernel/lehmer.ts';
import { FACES, type TalltalesBoard } from '../rules/board.ts';
import { CALL, type Claim, claimOf, NOTHING, readClaim, type TalltalesMove } from '../rules/move.ts';
import { chanceOf } from '../rules/odds.ts';
import { legalActions, refuse } from '../rules/rules.ts';
import { diceAt, fitting, NO_SEAT, type TalltalesState } from '../rules/state.ts';

export type { TalltalesBoard } from '../rules/board.ts';
export { CALL, type Claim, claimOf, readClaim, type TalltalesMove } from '../rules/move.ts';
export { chanceOf } from '../rules/odds.ts';
export { advance, redeal } from '../rules/rules.ts';
export { TalltalesState } from '../rules/state.ts';

/** A claim and the player that made it. */
export interface Told extends Claim {
  readonly player: number;
}

/** The previous deal, with all cups lifted. */
export interface LastDeal {
  readonly wild: number;
  readonly claims: readonly Told[];
  /** The player that called the last claim, and the player that lost a die. */
  readonly caller: number;
  readonly loser: number;
  /** By player: the faces of its dice, in ascending order. */
  readonly dice: readonly (readonly number[])[];
}

/** Connects a player to its match, and to each of its turns; the referee's side of `TalltalesPlayer`. */
export const connect = Symbol('connect');
export const playRound = Symbol('playRound');

const NO_GENERATOR: PlayerGenerator = { state: 1 };
const NO_MOVE: TalltalesMove = { action: NOTHING };

/**
 * A player of Tall Tales. It claims or calls in `play`, once per turn:
 *
 *     export default class Shy extends TalltalesPlayer {
 *       play() {
 *         const claim = this.lowestClaim(this.bestFace());
 *         if (claim === undefined || this.chance(this.claim) < 0.5) this.call();
 *         else this.say(claim.count, claim.face);
 *       }
 *     }
 *
 * A player that does neither calls; if there is nothing to call, it makes the lowest claim. Players are numbered from
 * 0, and faces are 1 … 6.
 */
export abstract class TalltalesPlayer {
  /**
   * The state as I observe it, for players that search. Don't store it, because each turn has a new object. The other
   * cups contain 0.
   */
  state!: TalltalesState;
  /** My number. */
  me = 0;
  private move: TalltalesMove = NO_MOVE;
  private generator: PlayerGenerator = NO_GENERATOR;
  private output: PlayerOutput = SILENT_OUTPUT;

  /** Called once on each of my turns. */
  abstract play(): void;
  /** Called once, before the first turn. */
  start?(): void;

  [connect](state: TalltalesState, seat: number, output: PlayerOutput): void {
    this.state = state;
    this.me = seat;
    this.output = output;
    this.start?.();
  }

  [playRound](state: TalltalesState, move: TalltalesMove, generator: PlayerGenerator): void {
    this.state = state;
    this.move = move;
    this.generator = generator;
    // A promise would resolve only after the round, so it is reported in the first round.
    const given: unknown = this.play();
    if (given instanceof Promise)
      throw new TypeError('play returned a promise: moves after it has returned are ignored');
  }

  /** Claims that at least `count` dice match `face`. With `open`, my matching dice are opened and the others shaken. */
  say(count: number, face: number, open = false): void {
    const action = isWhole(count, 1, 20) && isWhole(face, 1, FACES) ? claimOf(count, face, open) : NOTHING;
    if (action === NOTHING) throw new RangeError(`say(${count}, ${face}): expected 1 to 20 dice of a face from 1 to 6`);
    this.move.action = action;
  }
  /** Calls the last claim. */
  call(): void {
    this.move.action = CALL;
  }
  /** The reason why the rules don't allow a claim, as a message; undefined if they do. */
  problem(count: number, face: number, open = false): string | undefined {
    return refuse(this.state, this.me, claimOf(count, face, open));
  }
  /** All legal claims, the lowest first. */
  legalClaims(): Claim[] {
    return legalActions(this.state, this.me).flatMap((action) => (action === CALL ? [] : [readClaim(action)]));
  }
  /** The lowest legal claim of a face; undefined if there is none. */
  lowestClaim(face: number): Claim | undefined {
    return this.legalClaims().find((claim) => claim.face === face);
  }

  get board(): TalltalesBoard {
    return this.state.board;
  }
  /** Number of players at the start of the match. */
  get players(): number {
    return this.state.players;
  }
  get round(): number {
    return this.state.round;
  }
  /** Number of completed bouts. */
  get bout(): number {
    return this.state.bout;
  }
  /** Number of completed deals. */
  get deal(): number {
    return this.state.deal;
  }
  /** The wild face, 1 … 6, which matches every other face; 0 if there is none. It can't be claimed. */
  get wild(): number {
    return this.state.wild;
  }
  /** The faces under my cup, in ascending order. */
  get dice(): number[] {
    return facesOf(this.state.cups, this.me);
  }
  /** Number of dice of all players. */
  get total(): number {
    return this.state.total;
  }
  /** Number of dice under the other players' cups. */
  get hidden(): number {
    return this.others().reduce((sum, player) => sum + this.diceOf(player) - this.openOf(player).length, 0);
  }
  /** The current claim; undefined if I begin. */
  get claim(): Told | undefined {
    return this.claims[this.state.told - 1];
  }
  /** The claims of this deal. */
  get claims(): Told[] {
    const { claims, claimers, told } = this.state;
    return toldOf(claims, claimers, told);
  }
  /** The previous deal; undefined in the first deal. */
  get last(): LastDeal | undefined {
    const { lastClaims, lastClaimers, lastTold, lastWild, lastCaller, lastLoser, lastDice } = this.state;
    if (lastCaller === NO_SEAT) return undefined;
    return {
      wild: lastWild,
      claims: toldOf(lastClaims, lastClaimers, lastTold),
      caller: lastCaller,
      loser: lastLoser,
      dice: Array.from({ length: this.players }, (_, player) => facesOf(lastDice, player)),
    };
  }

  /** Number of a player's dice, including open dice. */
  diceOf(player: number): number {
    return this.state.left[player];
  }
  pointsOf(player: number): number {
    return this.state.points[player];
  }
  /** The faces that a player has opened, in ascending order. */
  openOf(player: number): number[] {
    return facesOf(this.state.open, player);
  }
  /**
   * A player's record: the numbers of its called claims, of called claims that were false, of its calls, and of its
   * right calls.
   */
  recordOf(player: number): { tested: number; caught: number; calls: number; right: number } {
    const { tested, caught, calls, rightCalls } = this.state;
    return { tested: tested[player], caught: caught[player], calls: calls[player], right: rightCalls[player] };
  }
  /** The other players with dice. */
  others(): number[] {
    return Array.from(this.state.left.keys()).filter((player) => player !== this.me && this.state.left[player] > 0);
  }

  /** Number of visible dice that match a face: mine, and the others' open dice. */
  seen(face: number): number {
    const { cups, open, wild, players } = this.state;
    let count = fitting(cups, this.me, face, wild);
    for (let player = 0; player < players; player++) count += fitting(open, player, face, wild);
    return count;
  }
  /** The face with the most visible dice, the highest one in a tie; never the wild face. */
  bestFace(): number {
    let best = 0;
    for (let face = 1; face <= FACES; face++)
      if (face !== this.wild && (best === 0 || this.seen(face) >= this.seen(best))) best = face;
    return best;
  }
  /** The probability (0 to 1) that a claim is true if hidden dice show each face equally often; 1 without a claim. */
  chance(claim: { readonly count: number; readonly face: number } | undefined): number {
    return claim === undefined ? 1 : chanceOf(claim.count - this.seen(claim.face), this.hidden, this.wild);
  }
  /**
   * Whether I can open dice with a claim of that face. Some of the dice under my cup must match, but not all of them.
   */
  canOpen(face: number): boolean {
    const fits = fitting(this.state.cups, this.me, face, this.wild);
    return face !== this.wild && fits > 0 && fits < diceAt(this.state.cups, this.me);
  }

  /** An integer from `low` to `high` (inclusive) from the player's generator, so that a match can be reproduced. */
  random(low: number, high: number): number {
    this.generator.state = step(this.generator.state);
    return low + ((this.generator.state - 1) % (high - low + 1));
  }
  /** Writes a line to my log. */
  log(...values: unknown[]): void {
    this.output.log(values.map(String).join(' '));
  }
}

const isWhole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

function facesOf(dice: Uint8Array, player: number): number[] {
  return Array.from({ length: FACES }, (_, n) => n + 1).flatMap((face) =>
    Array.from({ length: dice[player * FACES + face - 1] }, () => face),
  );
}

function toldOf(claims: Uint8Array, claimers: Uint8Array, told: number): Told[] {
  return Array.from({ length: told }, (_, n) => ({ player: claimers[n], ...readClaim(claims[n]) }));
}
