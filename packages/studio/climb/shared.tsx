import { SeatMark } from '@ludus/viewer/icons.ts';
import { seatShape, sixteenColor } from '@ludus/viewer/view.ts';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keptResults } from '../app/history.ts';
import { chooseGame, game } from '../app/state.ts';
import { type BotVersion, versionsOf } from '../data/versions.ts';
import { viewOf } from '../games/views.ts';

/** The part of the practice ladder to open. */
export interface LadderWish {
  readonly game: string;
  /** The opponent to show; by default the next opponent. */
  readonly opponent?: string;
  /** Whether to show the bot's versions first. */
  readonly versions?: boolean;
  /** The bot that climbs; by default the bot in the editor, or the first bot. */
  readonly bot?: string;
}

/** The open practice ladder; undefined while it is closed. */
export const ladder = signal<LadderWish | undefined>(undefined);

export function openLadder(wish: LadderWish): void {
  if (game.value !== wish.game) chooseGame(wish.game);
  ladder.value = wish;
}

/** The default ground colour, grey. */
const GROUND = '#3b4252';

/**
 * A picture of a built-in opponent: its mark on the game's ground. `rung`: the opponent's place on the ladder, from 0.
 */
export function Portrait(props: { game: string; rung: number; isBeaten: boolean; size: number }): JSX.Element {
  const { game, rung, isBeaten, size } = props;
  return (
    <span
      class={isBeaten ? 'portrait beaten' : 'portrait'}
      style={{ background: viewOf(game)?.banner ?? GROUND, width: `${size}px`, height: `${size}px` }}
    >
      <SeatMark path={seatShape(rung)} color={sixteenColor(rung, 'dark')} size={size * 0.62} />
    </span>
  );
}

/** A bot's versions, reloaded after each new result. */
export function useVersions(game: string, name: string): readonly BotVersion[] {
  const [versions, setVersions] = useState<readonly BotVersion[]>([]);
  const { value: kept } = keptResults;
  useEffect(() => {
    let isWanted = true;
    void versionsOf(game, name).then((read) => isWanted && setVersions(read));
    return () => {
      isWanted = false;
    };
  }, [game, name, kept]);
  return versions;
}
