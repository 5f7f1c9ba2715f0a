import type { MobPlayer, Submove } from '../player/api.ts';

/** Never moves. */
export class CamperJoe implements MobPlayer {
  move(): Submove[] {
    return [];
  }
}
