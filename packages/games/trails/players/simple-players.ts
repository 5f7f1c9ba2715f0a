import { TrailsPlayer } from '../player/api.ts';

/** Goes straight ahead; in front of an obstacle, it turns to a random side without checking it. */
export class Gnat extends TrailsPlayer {
  play(): void {
    if (this.isFree(this.next(this.heading))) return;
    this.go(this.random(0, 1) === 0 ? this.left(this.heading) : this.right(this.heading));
  }
}

/** Makes no moves, so it goes straight ahead. */
export class Null extends TrailsPlayer {
  play(): void {}
}

/** Flutters at random, and avoids obstacles directly ahead. */
export class Moth extends TrailsPlayer {
  play(): void {
    const exits = this.exits();
    const isBlocked = !exits.includes(this.heading);
    if (exits.length > 0 && (isBlocked || this.random(1, 5) === 1)) this.go(exits[this.random(0, exits.length - 1)]);
  }
}
