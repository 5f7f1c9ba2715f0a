import { CALL, TalltalesPlayer } from '../player/api.ts';
import { countOf, faceOf } from '../rules/move.ts';
import { choose, Deal } from './deal.ts';

/** Takes each claim as a hint at the claimer's dice, and its own claims need not be likelier than a call. */
export class Sceptic extends TalltalesPlayer {
  play(): void {
    const deal = new Deal(this.state);
    const height = choose(deal, this.me, { trusts: true, caution: -0.1 }, () => this.random(0, 9) / 100);
    if (height === CALL) this.call();
    else this.say(countOf(2 * height), faceOf(2 * height));
  }
}
