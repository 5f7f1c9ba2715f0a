import { TrailsPlayer } from '../player/api.ts';

/** Straight on; when something is right ahead it turns to one side or the other without looking what is there. */
export class Gnat extends TrailsPlayer {
  play(): void {
    if (this.isFree(this.next(this.heading))) return;
    this.go(this.random(0, 1) === 0 ? this.left(this.heading) : this.right(this.heading));
  }
}

/** Asks nothing: straight on. */
export class Null extends TrailsPlayer {
  play(): void {}
}

/** Flutters about and shies away from what is right ahead. */
export class Moth extends TrailsPlayer {
  play(): void {
    const exits = this.exits();
    const isBlocked = !exits.includes(this.heading);
    if (exits.length > 0 && (isBlocked || this.random(1, 5) === 1)) this.go(exits[this.random(0, exits.length - 1)]);
  }
}
