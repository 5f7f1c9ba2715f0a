import { TrailsPlayer } from '../player/api.ts';

/** Straight on; when something is right ahead it turns to one side or the other without looking what is there. */
export class Gnat extends TrailsPlayer {
  play(): void {
    if (this.isFree(this.next(this.heading))) return;
    this.go(this.random(0, 1) === 0 ? this.left(this.heading) : this.right(this.heading));
  }
}
