import { Champion } from '../../cylinder/players/champion/champion.ts';
import type { Style } from '../../cylinder/players/champion/style.ts';
import { StarWarPlayer } from '../player/api.ts';

export const ROGUE_STYLE: Style = {
  horizon: 20,
  movesPerMatch: 6_000_000,
  discount: 0.98,
  expectedRate: 3,
  rivalLossShare: 0.3,
  magazineValue: 40,
  magazineScale: 6,
  gasScale: 10,
  lure: 0.25,
  hunt: 0.05,
  collisionTrust: 0.6,
  shotTrust: 0.7,
};

/** The strong player of Star War. */
export class Rogue extends StarWarPlayer {
  private champion: Champion | undefined;

  play(): void {
    this.champion ??= new Champion(this.view, this.me, ROGUE_STYLE);
    this.champion.play(this);
  }
}
