import { useEffect, useState } from 'preact/hooks';
import { type Difference, type Search, searchDifference } from '../player/difference.ts';
import { pause, seek } from '../player/playback.ts';
import { closeSecondMatch, keepSecondMatch } from '../player/second-match.ts';
import type { Viewer } from '../player/state.ts';
import { SeatMark } from './icons.tsx';
import type { PartProps } from './part.tsx';

/** Maximum duration of one slice of work, in milliseconds, so that the page stays responsive. */
const SLICE_MS = 8;

/** Maximum number of differences shown as text. A tooltip contains all differences. */
const MAX_LISTED = 3;

/** The second match next to the first: its board, the scores of both, and the first difference. */
export function SecondMatch({ viewer, picture }: PartProps) {
  const other = viewer.beside.value;
  const difference = useDifference(viewer, other);
  if (other === undefined) return null;
  return (
    <>
      <section class="board second" aria-label="Second board">
        {picture?.(other)}
      </section>
      <div class="compare">
        <Standing viewer={viewer} />
        <Standing viewer={other} />
        <div class="parting" role="status">
          <Parting viewer={viewer} difference={difference} />
          <span class="compare-buttons">
            <button type="button" class="chip" onClick={() => save(other)}>
              Save second match
            </button>
            <button type="button" class="chip" onClick={() => keepSecondMatch(viewer)}>
              Show only second match
            </button>
            <button type="button" class="chip" onClick={() => closeSecondMatch(viewer)}>
              Close second match
            </button>
          </span>
        </div>
      </div>
    </>
  );
}

/** The name of the file, and the match's state in the round. */
function Standing({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names, last } = timeline;
  const round = Math.min(viewer.round.value, last);
  const seats = view.seats(timeline.frame(round));
  return (
    <p class="standing">
      <span class="standing-file" title={viewer.fileName.value}>
        {viewer.fileName.value}
      </span>
      {names.map((name, seat) => (
        <span key={`${seat} ${name}`}>
          <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} size={11} /> {name}{' '}
          <b>{seats[seat].score}</b>
        </span>
      ))}
      {viewer.round.value > last && <span class="dim">ended in round {last}</span>}
    </p>
  );
}

function Parting({ viewer, difference }: { viewer: Viewer; difference: Difference | 'none' | undefined }) {
  if (difference === undefined) return <span class="dim">Looking for the first difference …</span>;
  if (difference === 'none') return <span>The two matches are the same.</span>;
  return (
    <span class="parting-what" title={difference.what.join('; ')}>
      <button
        type="button"
        class="chip"
        onClick={() => {
          pause(viewer);
          seek(viewer, difference.round, performance.now());
        }}
      >
        First difference: round {difference.round}
      </button>{' '}
      {difference.what.slice(0, MAX_LISTED).join('; ')}
      {difference.what.length > MAX_LISTED && ` … and ${difference.what.length - MAX_LISTED} more`}
    </span>
  );
}

/** Searches for the first difference in small slices. */
function useDifference(viewer: Viewer, other: Viewer | undefined): Difference | 'none' | undefined {
  const [found, setFound] = useState<Difference | 'none'>();
  const [left, right] = [viewer.timeline.value, other?.timeline.value];
  useEffect(() => {
    setFound(undefined);
    if (left === undefined || right === undefined) return;
    const search: Search = { done: 0, found: undefined };
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      if (searchDifference(left, right, search, () => performance.now() > end)) setFound(search.found ?? 'none');
      else timer = setTimeout(slice, 4);
    };
    timer = setTimeout(slice, 30);
    return () => clearTimeout(timer);
  }, [left, right]);
  return found;
}

function save(viewer: Viewer): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([viewer.source], { type: 'text/plain' }));
  link.download = viewer.fileName.value;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
