import type { MobPlayer, Submove } from '@ludus/runtime/sdk/angrymob.ts';

/** Never moves. */
export class CamperJoe implements MobPlayer {
  move(): Submove[] {
    return [];
  }
}
