// A player of Trails: goes straight ahead while the next cell is free, otherwise to a free side.
import { TrailsPlayer } from 'ludus/trails';

export default class Cyclist extends TrailsPlayer {
  play(): void {
    for (const direction of [this.heading, this.left(this.heading), this.right(this.heading)]) {
      const { row, column } = this.next(direction);
      if (!this.isFree({ row, column })) continue;
      this.go(direction);
      // Shown in the viewer.
      this.draw({ kind: 'cell', at: [row, column] });
      return;
    }
  }
}
