import { Chance } from '@ludus/kernel/chance.ts';
import { FACES, NO_FACE, type TalltalesBoard } from './board.ts';
import { countOf, faceOf } from './move.ts';

/** Stands for no player where a seat is expected. */
export const NO_SEAT = 255;

/**
 * A match between two rounds. Dice are counted by seat and face: the dice of seat s that show the face f are at 6 · s +
 * f − 1. In an observation, other players' cups contain 0; `left` and `open` give the number of dice under them.
 */
export class TalltalesState {
  readonly board: TalltalesBoard;
  readonly players: number;
  readonly chance: Chance;

  /** By seat and face: the dice under the cup. */
  readonly cups: Uint8Array;
  /** By seat and face: the open dice. */
  readonly open: Uint8Array;
  /** By seat: the number of all its dice. */
  readonly left: Uint8Array;
  /** By seat, 1 if the cup is shaken in the next round. */
  readonly shaken: Uint8Array;
  /** The claims of this deal, and the players that made them. */
  readonly claims: Uint8Array;
  readonly claimers: Uint8Array;
  told = 0;

  /**
   * By seat: its points, its claims that were called, how many of them were false, its calls, and how many of those
   * were right.
   */
  readonly points: Uint16Array;
  readonly tested: Uint16Array;
  readonly caught: Uint16Array;
  readonly calls: Uint16Array;
  readonly rightCalls: Uint16Array;
  /** By seat, 1 for a failed player. */
  readonly failed: Uint8Array;

  /** The previous deal: its dice when the cups were lifted, its claims, the caller, and the player that lost a die. */
  readonly lastDice: Uint8Array;
  readonly lastClaims: Uint8Array;
  readonly lastClaimers: Uint8Array;
  lastTold = 0;
  lastWild = NO_FACE;
  lastCaller = NO_SEAT;
  lastLoser = NO_SEAT;

  /** Number of rounds played. */
  round = 0;
  /** Number of completed bouts. */
  bout = 0;
  /** Number of completed deals. */
  deal = 0;
  /** The player to move; `NO_SEAT` when cups are shaken. */
  turn = NO_SEAT;
  /** The player to move after the cups are shaken. */
  next = 0;

  constructor(board: TalltalesBoard, seed: number) {
    const { players, dice } = board;
    this.board = board;
    this.players = players;
    this.chance = new Chance(seed);
    this.cups = new Uint8Array(players * FACES);
    this.open = new Uint8Array(players * FACES);
    this.lastDice = new Uint8Array(players * FACES);
    this.left = new Uint8Array(players).fill(dice);
    this.shaken = new Uint8Array(players).fill(1);
    this.failed = new Uint8Array(players);
    const most = players * dice * FACES;
    this.claims = new Uint8Array(most);
    this.claimers = new Uint8Array(most);
    this.lastClaims = new Uint8Array(most);
    this.lastClaimers = new Uint8Array(most);
    this.points = new Uint16Array(players);
    this.tested = new Uint16Array(players);
    this.caught = new Uint16Array(players);
    this.calls = new Uint16Array(players);
    this.rightCalls = new Uint16Array(players);
  }

  clone(): TalltalesState {
    const copy = new TalltalesState(this.board, 0);
    copy.restore(this);
    return copy;
  }

  /** Makes this state a copy of another state on the same board. */
  restore(source: TalltalesState): void {
    this.chance.copy(source.chance);
    this.cups.set(source.cups);
    this.open.set(source.open);
    this.left.set(source.left);
    this.shaken.set(source.shaken);
    this.claims.set(source.claims);
    this.claimers.set(source.claimers);
    this.told = source.told;
    this.points.set(source.points);
    this.tested.set(source.tested);
    this.caught.set(source.caught);
    this.calls.set(source.calls);
    this.rightCalls.set(source.rightCalls);
    this.failed.set(source.failed);
    this.lastDice.set(source.lastDice);
    this.lastClaims.set(source.lastClaims);
    this.lastClaimers.set(source.lastClaimers);
    this.lastTold = source.lastTold;
    this.lastWild = source.lastWild;
    this.lastCaller = source.lastCaller;
    this.lastLoser = source.lastLoser;
    this.round = source.round;
    this.bout = source.bout;
    this.deal = source.deal;
    this.turn = source.turn;
    this.next = source.next;
  }

  /** The wild face of this deal, which matches every other face; NO_FACE if there is none. */
  get wild(): number {
    const { wilds } = this.board;
    return wilds[this.deal % wilds.length];
  }

  /** Number of dice of all players. */
  get total(): number {
    return this.left.reduce((sum, dice) => sum + dice, 0);
  }
}

/** Number of a seat's dice that match a face, including wild dice. */
export function fitting(dice: Uint8Array, seat: number, face: number, wild: number): number {
  const at = seat * FACES - 1;
  return dice[at + face] + (wild === NO_FACE || wild === face ? 0 : dice[at + wild]);
}

/** Number of a seat's dice in a list by seat and face. */
export function diceAt(dice: Uint8Array, seat: number): number {
  let sum = 0;
  for (let face = 0; face < FACES; face++) sum += dice[seat * FACES + face];
  return sum;
}

/** The called claim, and how many dice matched it. */
export function lastCall({ lastClaims, lastClaimers, lastTold, lastDice, lastWild, players }: TalltalesState) {
  const claim = lastClaims[lastTold - 1];
  let there = 0;
  for (let seat = 0; seat < players; seat++) there += fitting(lastDice, seat, faceOf(claim), lastWild);
  return { count: countOf(claim), face: faceOf(claim), claimer: lastClaimers[lastTold - 1], there };
}
