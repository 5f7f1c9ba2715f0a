import { FACES, NO_FACE } from '../rules/board.ts';
import { CALL, heightOf, opens } from '../rules/move.ts';
import { chanceOf } from '../rules/odds.ts';
import { diceAt, type TalltalesState } from '../rules/state.ts';

/** The height if there is no claim. */
const NONE = -1;

/**
 * One deal as a player imagines it, with all dice known. A search continues from it. Dice are counted as in
 * `TalltalesState`.
 */
export class Deal {
  readonly players: number;
  readonly wild: number;
  readonly total: number;
  readonly cups: Int8Array;
  readonly open: Int8Array;
  /** By seat: the dice under the cup. */
  readonly under: Int8Array;
  /** By seat and face, 1 if the player has claimed that face since its cup was shaken. */
  readonly hints: Uint8Array;
  /** The height of the current claim, or −1, and the player that made it. */
  height = NONE;
  claimer = 0;
  turn: number;

  constructor(state: TalltalesState) {
    const { players, wild, total, cups, open, left, claims, claimers, told } = state;
    this.players = players;
    this.wild = wild;
    this.total = total;
    this.turn = state.turn;
    this.cups = Int8Array.from(cups);
    this.open = Int8Array.from(open);
    this.under = Int8Array.from(left, (dice, seat) => dice - diceAt(open, seat));
    this.hints = new Uint8Array(players * FACES);
    for (let n = 0; n < told; n++) {
      const first = claimers[n] * FACES;
      // Earlier claims give no hints about dice that are shaken now.
      if (opens(claims[n])) this.hints.fill(0, first, first + FACES);
      else this.hints[first + (heightOf(claims[n]) % FACES)] = 1;
      this.height = heightOf(claims[n]);
      this.claimer = claimers[n];
    }
  }

  restore(source: Deal): void {
    this.cups.set(source.cups);
    this.open.set(source.open);
    this.under.set(source.under);
    this.hints.set(source.hints);
    this.height = source.height;
    this.claimer = source.claimer;
    this.turn = source.turn;
  }

  /** The number of a seat's dice in `dice` that match `face`, an index from 0 to 5. */
  private fits(dice: Int8Array, seat: number, face: number): number {
    const at = seat * FACES;
    return dice[at + face] + (this.wild === NO_FACE ? 0 : dice[at + this.wild - 1]);
  }

  /** The number of dice under a player's cup that match `face`, an index from 0 to 5. */
  cupFits(seat: number, face: number): number {
    return this.fits(this.cups, seat, face);
  }

  /** The number of dice that a player sees and that match `face`, an index from 0 to 5. */
  seen(seat: number, face: number): number {
    let count = this.cupFits(seat, face);
    for (let other = 0; other < this.players; other++) count += this.fits(this.open, other, face);
    return count;
  }

  /** Whether the current claim is true. */
  isTrue(): boolean {
    const face = this.height % FACES;
    let count = 0;
    for (let seat = 0; seat < this.players; seat++)
      count += this.fits(this.cups, seat, face) + this.fits(this.open, seat, face);
    return count > Math.floor(this.height / FACES);
  }

  /** The lowest height of a face (0 to 5) above the current claim; −1 if there is none. */
  above(face: number): number {
    const now = this.height;
    const count = now < 0 ? 0 : Math.floor(now / FACES) + (face > now % FACES ? 0 : 1);
    return count < this.total ? count * FACES + face : NONE;
  }

  /**
   * The probability of a claim of that height, from a player's view. With `trusts`, each other player is assumed to
   * have a die of each face that the player has claimed. All other dice show each face equally often.
   */
  chance(seat: number, height: number, trusts: boolean): number {
    const face = height % FACES;
    let need = Math.floor(height / FACES) + 1 - this.seen(seat, face);
    let dice = 0;
    for (let other = 0; other < this.players; other++) {
      if (other === seat || this.under[other] === 0) continue;
      dice += this.under[other];
      if (!trusts || this.hints[other * FACES + face] === 0) continue;
      need--;
      dice--;
    }
    return chanceOf(need, dice, this.wild);
  }

  claim(seat: number, height: number): void {
    this.hints[seat * FACES + (height % FACES)] = 1;
    this.height = height;
    this.claimer = seat;
    this.turn = this.after(seat);
  }

  /** Claims, opens the matching dice, and shakes the other dice. */
  claimOpening(seat: number, height: number, roll: () => number): void {
    const first = seat * FACES;
    this.claim(seat, height);
    let shaken = this.under[seat];
    for (let face = 0; face < FACES; face++) {
      const at = first + face;
      if (face === height % FACES || face === this.wild - 1) {
        this.open[at] += this.cups[at];
        shaken -= this.cups[at];
      }
      this.cups[at] = 0;
    }
    this.under[seat] = shaken;
    this.hints.fill(0, first, first + FACES);
    for (; shaken > 0; shaken--) this.cups[first + roll()]++;
  }

  private after(seat: number): number {
    for (let n = 1; n < this.players; n++) {
      const other = (seat + n) % this.players;
      if (this.under[other] > 0 || this.hasOpen(other)) return other;
    }
    return seat;
  }

  private hasOpen(seat: number): boolean {
    for (let face = 0; face < FACES; face++) if (this.open[seat * FACES + face] > 0) return true;
    return false;
  }
}

/** A player's strategy in an imagined deal, in which the player claims and calls but never opens dice. */
export interface Habits {
  /** Whether the player believes other players' claims. */
  readonly trusts: boolean;
  /**
   * The probability that a claim is true must exceed the probability that a call is right by this difference. A
   * negative value makes the player more daring.
   */
  readonly caution: number;
}

/**
 * The height of a player's next claim, or CALL. The claim is the most likely of the lowest claims of each face, if it
 * is better than a call.
 */
export function choose(deal: Deal, seat: number, { trusts, caution }: Habits, noise: () => number): number {
  let best = CALL;
  let value = deal.height < 0 ? -1 : 1 - deal.chance(seat, deal.height, trusts) + caution;
  for (let face = 0; face < FACES; face++) {
    if (face === deal.wild - 1) continue;
    const height = deal.above(face);
    if (height < 0) continue;
    const chance = deal.chance(seat, height, trusts) + noise();
    if (chance < value) continue;
    value = chance;
    best = height;
  }
  return best;
}
