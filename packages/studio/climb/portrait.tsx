import { SeatMark } from '@ludus/viewer/ui.ts';
import { seatShape, sixteenColor } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { viewOf } from '../games/views.ts';

/** Grey, for a game that names no ground. */
const GROUND = '#3b4252';

/** A built-in opponent as a picture: its mark, on the game's ground. `rung`: its place on the ladder, from 0. */
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
