// A player of Trails, lesson 2: looks before it moves. It goes straight ahead while that cell is free, otherwise left
// or right.
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
