// A player of Tall Tales: calls unlikely claims, and otherwise claims its best face.
import { TalltalesPlayer } from 'ludus/talltales';

export default class Teller extends TalltalesPlayer {
  play() {
    const { claim } = this;
    const mine = this.lowestClaim(this.bestFace());
    if (!mine || (claim && this.chance(claim) < 0.5)) this.call();
    else this.say(mine.count, mine.face);
  }
}
