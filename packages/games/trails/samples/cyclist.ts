// A player of Trails: straight on while the way is free, else to the side where it is.
import { TrailsPlayer } from 'ludus/trails';

export default class Cyclist extends TrailsPlayer {
  play(): void {
    for (const direction of [this.heading, this.left(this.heading), this.right(this.heading)]) {
      const { row, column } = this.next(direction);
      if (!this.isFree({ row, column })) continue;
      this.go(direction);
      // Seen in the viewer.
      this.draw({ kind: 'cell', at: [row, column] });
      return;
    }
  }
}
