import { TrailsPlayer } from '../player/api.ts';

/** Flutters about and shies away from what is right ahead. */
export class Moth extends TrailsPlayer {
  play(): void {
    const exits = this.exits();
    const isBlocked = !exits.includes(this.heading);
    if (exits.length > 0 && (isBlocked || this.random(1, 5) === 1)) this.go(exits[this.random(0, exits.length - 1)]);
  }
}
