import { signal } from '@preact/signals';
import { chooseGame, game } from '../app/state.ts';

/** Where the practice ladder opens. */
export interface LadderWish {
  readonly game: string;
  /** The opponent to show; absent: the next one. */
  readonly opponent?: string;
  /** Whether its versions are to be seen first. */
  readonly versions?: boolean;
  /** The bot that climbs; absent: the one in the editor, or the first. */
  readonly bot?: string;
}

/** The open practice ladder; undefined while it is closed. */
export const ladder = signal<LadderWish | undefined>(undefined);

export function openLadder(wish: LadderWish): void {
  if (game.value !== wish.game) chooseGame(wish.game);
  ladder.value = wish;
}
