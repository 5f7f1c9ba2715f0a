import type { CylinderApi } from '../player/api.ts';
import type { CylinderPlayerCode } from '../player/in-process.ts';
import { Champion } from './champion/champion.ts';
import type { Style } from './champion/style.ts';

/** The champion's apprentice: the same plans, a few rounds ahead and with a thirtieth of the moves tried. */
export function squire(base: abstract new () => CylinderApi, style: Style): CylinderPlayerCode {
  const Base = base as unknown as new () => CylinderApi;
  return class Squire extends Base {
    private champion: Champion | undefined;

    play(): void {
      this.champion ??= new Champion(this.view, this.me, style);
      this.champion.play(this);
    }
  };
}
