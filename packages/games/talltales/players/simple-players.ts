import { CALL, type Claim, TalltalesPlayer } from '../player/api.ts';
import { countOf, faceOf } from '../rules/move.ts';
import { choose, Deal } from './deal.ts';

/** Claims or calls at random. */
export class Babble extends TalltalesPlayer {
  play(): void {
    const claims = this.legalClaims().filter(({ opens }) => !opens);
    if (claims.length === 0 || (this.claim && this.random(1, 3) === 1)) {
      this.call();
      return;
    }
    const { count, face } = claims[this.random(0, Math.min(claims.length, 10) - 1)];
    this.say(count, face);
  }
}

/**
 * Raises the claim as little as possible, no matter what is under its cup, until a claim exceeds half of the dice. Then
 * it calls.
 */
export class Parrot extends TalltalesPlayer {
  play(): void {
    const lowest = this.legalClaims()[0];
    if (lowest === undefined || (this.claim && this.claim.count * 2 > this.total)) this.call();
    else this.say(lowest.count, lowest.face);
  }
}

/** Believes claims that are likely on average, claims its most frequent face, and never opens a die. */
export class Clerk extends TalltalesPlayer {
  play(): void {
    const { claim } = this;
    const mine = this.lowestClaim(this.bestFace());
    if (claim && (mine === undefined || !this.expects(claim) || !this.expects(mine))) this.call();
    else if (mine) this.say(mine.count, mine.face);
  }

  private expects({ count, face }: Claim): boolean {
    return count <= this.seen(face) + this.hidden * (this.wild === 0 ? 1 / 6 : 1 / 3);
  }
}

/**
 * Computes the probability of each claim, and makes the most likely claim that it could make next, if that claim is
 * better than a call.
 */
export class Actuary extends TalltalesPlayer {
  play(): void {
    const best = this.likeliest();
    const { claim } = this;
    if (best === undefined || (claim && 1 - this.chance(claim) > this.chance(best))) this.call();
    else this.say(best.count, best.face);
  }

  /** The most likely claim; in a tie, the highest. */
  private likeliest(): Claim | undefined {
    let best: Claim | undefined;
    for (const claim of this.legalClaims())
      if (!claim.opens && (best === undefined || this.chance(claim) >= this.chance(best))) best = claim;
    return best;
  }
}

/** Interprets each claim as a hint about the claimer's dice. It also makes claims that are less likely than a call. */
export class Sceptic extends TalltalesPlayer {
  play(): void {
    const deal = new Deal(this.state);
    const height = choose(deal, this.me, { trusts: true, caution: -0.1 }, () => this.random(0, 9) / 100);
    if (height === CALL) this.call();
    else this.say(countOf(2 * height), faceOf(2 * height));
  }
}
