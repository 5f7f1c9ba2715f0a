import { useEffect, useRef } from 'preact/hooks';
import { seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { SeatMark } from './icons.tsx';

/** Pixels of what comes next that are seen below the round's own lines. */
const LOG_AHEAD = 56;

/** What the players wrote, near the round that is shown. */
export function LogTab({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const log = viewer.sidecar.value?.log;
  const list = useRef<HTMLOListElement>(null);
  const round = viewer.round.value;
  useEffect(() => {
    const here = [...(list.current?.children ?? [])].findLast((line) => !line.classList.contains('later'));
    const box = list.current?.parentElement;
    if (here instanceof HTMLElement && box)
      box.scrollTop += here.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + LOG_AHEAD;
  }, [round, log, viewer.seat.value]);
  if (timeline === undefined) return null;
  if (log === undefined || log.length === 0)
    return (
      <p class="dim hint">
        No log came with this replay. A sidecar file (REPLAY.json) may bring what the players wrote to their standard
        error.
      </p>
    );
  const seat = viewer.seat.value;
  const shown = log.filter((entry) => seat < 0 || entry.seat === seat);
  // What was written near the present round; a long log would be slow to show whole.
  const now = shown.findLastIndex((entry) => entry.round <= viewer.round.value);
  const near = shown.slice(Math.max(0, now - 60), now + 12);
  return (
    <ol class="log" ref={list}>
      {near.map((entry, index) => (
        <li
          key={`${entry.round} ${entry.seat} ${index}`}
          class={entry.round === viewer.round.value ? 'now' : entry.round > viewer.round.value ? 'later' : ''}
        >
          <button
            type="button"
            class="plain log-round"
            title={`Go to round ${entry.round}`}
            onClick={() => seek(viewer, entry.round)}
          >
            {entry.round}
          </button>
          <SeatMark
            path={timeline.view.seatShape(entry.seat)}
            color={timeline.view.seatColor(entry.seat, viewer.theme.value)}
            size={11}
          />
          <pre>{entry.text}</pre>
        </li>
      ))}
    </ol>
  );
}
