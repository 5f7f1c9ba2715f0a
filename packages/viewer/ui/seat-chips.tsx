import type { Viewer } from '../player/state.ts';
import { SeatMark } from './icons.tsx';

/** The choice of players in lists of events or log lines: all, or the highlighted player. */
export function SeatChips({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names } = timeline;
  const choose = (seat: number) => {
    viewer.seat.value = viewer.seat.value === seat ? -1 : seat;
  };
  return (
    <fieldset class="chips" aria-label="Players listed">
      <button type="button" class="chip" aria-pressed={viewer.seat.value < 0} onClick={() => choose(-1)}>
        All
      </button>
      {names.map((name, seat) => (
        <button
          key={`${seat} ${name}`}
          type="button"
          class="chip"
          title={name}
          aria-label={`Only ${name}`}
          aria-pressed={viewer.seat.value === seat}
          onClick={() => choose(seat)}
        >
          <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} size={12} />
        </button>
      ))}
    </fieldset>
  );
}
