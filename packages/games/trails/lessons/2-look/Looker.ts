// A player of Trails, lesson 2: looks before it goes. Straight on while that cell is free, else to the left or to the right.
import { TrailsPlayer } from 'ludus/trails';

export default class Looker extends TrailsPlayer {
  play(): void {
    for (const direction of [this.heading, this.left(this.heading), this.right(this.heading)]) {
      if (!this.isFree(this.next(direction))) continue;
      this.go(direction);
      return;
    }
  }
}
