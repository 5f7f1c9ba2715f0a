import { viewOf } from '@ludus/studio/views.ts';
import { SeatMark } from '@ludus/viewer/icons.ts';
import type { JSX } from 'preact';
import { theme } from '../data/theme.ts';

/** The mark of a seat, which is the same as in the game's replays. */
export function Seat(props: { game: string; seat: number; size?: number }): JSX.Element | null {
  const view = viewOf(props.game);
  if (!view) return null;
  return (
    <SeatMark
      path={view.seatShape(props.seat)}
      color={view.seatColor(props.seat, theme.value)}
      {...(props.size !== undefined && { size: props.size })}
    />
  );
}

/** The game's name on the game's background. */
export function Banner(props: { game: string; title: string }): JSX.Element {
  return (
    <span class="banner" style={{ background: viewOf(props.game)?.banner ?? '#3b4252' }}>
      {props.title}
    </span>
  );
}
