import { CALL, TalltalesPlayer } from '../player/api.ts';
import { FACES } from '../rules/board.ts';
import { choose, Deal, type Habits } from './deal.ts';

/** Number of imagined deals per turn. */
const DEALS = 80;
/** Factor by which a hidden die is more likely to show a face that its player has claimed. */
const TRUST = 3;
/** In every second imagined deal, the other players interpret claims as hints. */
const OTHERS: readonly Habits[] = [
  { trusts: true, caution: -0.05 },
  { trusts: false, caution: 0 },
];

/** An action: a claim or CALL. */
interface Choice {
  readonly action: number;
  won: number;
}

/**
 * Imagines deals of the other players' dice, in which a claimed face is more likely. It tries each move in all these
 * deals, and plays them to the end. In half of them, its opponents interpret claims as hints.
 */
export class Baron extends TalltalesPlayer {
  play(): void {
    const known = new Deal(this.state);
    const choices = this.choices(known);
    const dealt = new Deal(this.state);
    const played = new Deal(this.state);
    for (let n = 0; n < DEALS; n++) {
      this.imagine(known, dealt);
      for (const choice of choices) {
        played.restore(dealt);
        choice.won += this.playOn(played, choice.action, OTHERS[n % 2]);
      }
    }
    const best = choices.reduce((one, other) => (other.won > one.won ? other : one));
    if (best.action === CALL) this.call();
    else this.say(Math.floor((best.action >> 1) / FACES) + 1, ((best.action >> 1) % FACES) + 1, best.action % 2 === 1);
  }

  private choices(deal: Deal): Choice[] {
    const actions: number[] = deal.height < 0 ? [] : [CALL];
    for (let face = 0; face < FACES; face++) {
      if (face === deal.wild - 1) continue;
      let height = deal.above(face);
      for (let more = 0; more < 3 && height >= 0; more++, height += FACES) {
        if (Math.floor(height / FACES) >= deal.total) break;
        actions.push(2 * height);
        if (this.canOpen(face + 1)) actions.push(2 * height + 1);
      }
    }
    return actions.map((action) => ({ action, won: 0 }));
  }

  /** Gives the other players dice that match their claims. */
  private imagine(known: Deal, into: Deal): void {
    into.restore(known);
    for (let seat = 0; seat < known.players; seat++) {
      if (seat === this.me) continue;
      const first = seat * FACES;
      for (let left = known.under[seat]; left > 0; left--) into.cups[first + this.drawFace(known, first)]++;
    }
  }

  private drawFace({ hints }: Deal, first: number): number {
    let sum = 0;
    for (let face = 0; face < FACES; face++) sum += hints[first + face] === 1 ? TRUST : 1;
    let drawn = (this.random(0, 999_999) / 1e6) * sum;
    for (let face = 0; face < FACES - 1; face++) {
      drawn -= hints[first + face] === 1 ? TRUST : 1;
      if (drawn < 0) return face;
    }
    return FACES - 1;
  }

  /** Plays an imagined deal to its end. Returns 1 if I keep my dice, and otherwise 0. */
  private playOn(deal: Deal, action: number, others: Habits): number {
    let seat = this.me;
    if (action !== CALL) {
      if (action % 2 === 1) deal.claimOpening(seat, action >> 1, () => this.random(0, 5));
      else deal.claim(seat, action >> 1);
      for (seat = deal.turn; ; seat = deal.turn) {
        const height = choose(deal, seat, others, () => this.random(0, 19) / 100);
        if (height === CALL) break;
        deal.claim(seat, height);
      }
    }
    return (deal.isTrue() ? seat : deal.claimer) === this.me ? 0 : 1;
  }
}
