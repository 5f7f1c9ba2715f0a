import { useMemo } from 'preact/hooks';
import { pause, seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { MARK_KINDS, type Mark, type MarkKind } from '../view/view.ts';
import { SeatMark } from './icons.tsx';
import { Rows } from './rows.tsx';
import { markWord } from './scrub.tsx';
import { SeatChips } from './seat-chips.tsx';

const ROW_HEIGHT = 32;

const counted = (events: number): string => `${events} ${events === 1 ? 'event' : 'events'}`;

/** All events by round. The user can filter them by kind and player; a click goes to the round. */
export function EventsTab({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const analysed = viewer.analysed.value;
  const seat = viewer.seat.value;
  const unlisted = viewer.unlisted.value;
  const marks = viewer.analysis.value?.marks ?? [];
  const kinds = useMemo(() => MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind)), [marks, analysed]);
  const shown = useMemo(
    () => marks.filter((mark) => (seat < 0 || mark.seat === seat) && !unlisted.includes(mark.kind)),
    [marks, analysed, seat, unlisted],
  );
  if (timeline === undefined) return null;
  const now = shown.findLastIndex((mark) => mark.round <= viewer.round.value);
  const toggle = (kind: MarkKind) => {
    viewer.unlisted.value = unlisted.includes(kind) ? unlisted.filter((one) => one !== kind) : [...unlisted, kind];
  };
  return (
    <section class="listing" aria-label="Events">
      <SeatChips viewer={viewer} />
      <fieldset class="chips" aria-label="Kinds of events to list">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            class={`chip key-${kind}`}
            aria-pressed={!unlisted.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {markWord(timeline, kind)}
          </button>
        ))}
      </fieldset>
      <p class="dim small">
        {shown.length === marks.length ? counted(marks.length) : `${shown.length} of ${counted(marks.length)}`}
      </p>
      <Rows
        items={shown}
        height={ROW_HEIGHT}
        at={now}
        label="Events"
        row={(mark, index) => <Event key={index} viewer={viewer} mark={mark} isLast={index === now} />}
      />
    </section>
  );
}

/** One event; a click goes to its round. */
export function Event({ viewer, mark, isLast }: { viewer: Viewer; mark: Mark; isLast: boolean }) {
  const { view } = viewer.timeline.value!;
  const { round, seat, kind, text } = mark;
  const state = round === viewer.round.value ? ' now' : isLast ? ' last' : round > viewer.round.value ? ' later' : '';
  return (
    <li class="event-row">
      <button
        type="button"
        class={`event${state}`}
        title={`${text}: go to round ${round}`}
        onClick={() => {
          pause(viewer);
          seek(viewer, round, performance.now());
        }}
      >
        <span class="event-round">{round}</span>
        {seat >= 0 ? (
          <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} size={11} />
        ) : (
          <span />
        )}
        <span class={`event-text key-${kind}`}>{text}</span>
      </button>
    </li>
  );
}
