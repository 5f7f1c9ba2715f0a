import { TrailsPlayer } from '../player/api.ts';

/** Asks nothing: straight on. */
export class Null extends TrailsPlayer {
  play(): void {}
}
