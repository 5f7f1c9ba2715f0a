import type { Sidecar } from '@ludus/game/replay.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isShown } from '../player/extras.ts';
import { pause, seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { Icon, SeatMark } from './icons.tsx';
import { SeatChips } from './seat-chips.tsx';

/** Height of the part below the current round's lines that stays visible for later lines, in pixels. */
const LOG_AHEAD = 56;
/**
 * Number of lines before and after the round that are in the page. A long log would be slow if all its lines were in
 * the page.
 */
const NEAR = { before: 60, after: 30 };
const MORE = 200;

type Entry = NonNullable<Sidecar['log']>[number];

/** The players' logs near the shown round. A search covers the whole match. */
export function LogTab({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const all = viewer.sidecar.value?.log;
  const looking = viewer.looking.value;
  const log = useMemo(() => all?.filter((entry) => isShown(viewer, entry.seat)), [viewer, all, looking]);
  const seat = viewer.seat.value;
  const query = viewer.logQuery.value.trim().toLowerCase();
  const round = viewer.round.value;
  const list = useRef<HTMLOListElement>(null);
  const [span, setSpan] = useState(NEAR);
  const shown = useMemo(
    () =>
      (log ?? []).filter(
        (entry) => (seat < 0 || entry.seat === seat) && (query === '' || entry.text.toLowerCase().includes(query)),
      ),
    [log, seat, query],
  );
  useEffect(() => setSpan(NEAR), [shown]);
  useEffect(() => {
    const here = [...(list.current?.children ?? [])].findLast((line) => !line.classList.contains('later'));
    const box = list.current?.parentElement;
    if (here instanceof HTMLElement && box)
      box.scrollTop += here.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + LOG_AHEAD;
  }, [round, shown]);
  if (timeline === undefined) return null;
  if (log === undefined || log.length === 0)
    return (
      <p class="dim hint">
        There is no log for this replay. A sidecar file (REPLAY.json) can contain the text that players wrote to
        standard error.
      </p>
    );
  const now = shown.findLastIndex((entry) => entry.round <= round);
  const from = Math.max(0, now - span.before);
  const to = Math.min(shown.length, now + 1 + span.after);
  const go = (direction: 1 | -1) => {
    const target =
      direction > 0 ? shown.find((entry) => entry.round > round) : shown.findLast((entry) => entry.round < round);
    if (target === undefined) return;
    pause(viewer);
    seek(viewer, target.round, performance.now());
  };
  return (
    <section class="listing" aria-label="Log">
      <SeatChips viewer={viewer} />
      <div class="log-search">
        <input
          type="search"
          placeholder="Search the log"
          aria-label="Search the log"
          value={viewer.logQuery.value}
          onInput={(event) => {
            viewer.logQuery.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
        />
        <button type="button" class="plain" aria-label="Previous line" onClick={() => go(-1)}>
          <Icon name="up" />
        </button>
        <button type="button" class="plain" aria-label="Next line" onClick={() => go(1)}>
          <Icon name="down" />
        </button>
      </div>
      <p class="dim small" aria-live="polite">
        {query === '' && seat < 0 ? `${log.length} entries` : `${shown.length} of ${log.length} entries`}
        {shown.length > 0 && `, ${now + 1} up to here`}
      </p>
      <div class="log-box">
        {from > 0 && (
          <button type="button" class="chip more" onClick={() => setSpan({ ...span, before: span.before + MORE })}>
            {from} earlier
          </button>
        )}
        <ol class="log" ref={list}>
          {shown.slice(from, to).map((entry, index) => (
            <Line key={`${entry.round} ${entry.seat} ${from + index}`} viewer={viewer} entry={entry} query={query} />
          ))}
        </ol>
        {to < shown.length && (
          <button type="button" class="chip more" onClick={() => setSpan({ ...span, after: span.after + MORE })}>
            {shown.length - to} later
          </button>
        )}
      </div>
    </section>
  );
}

function Line({ viewer, entry, query }: { viewer: Viewer; entry: Entry; query: string }) {
  const { view } = viewer.timeline.value!;
  const round = viewer.round.value;
  return (
    <li class={entry.round === round ? 'now' : entry.round > round ? 'later' : ''}>
      <button
        type="button"
        class="plain log-round"
        title={`Go to round ${entry.round}`}
        onClick={() => {
          pause(viewer);
          seek(viewer, entry.round, performance.now());
        }}
      >
        {entry.round}
      </button>
      <SeatMark path={view.seatShape(entry.seat)} color={view.seatColor(entry.seat, viewer.theme.value)} size={11} />
      <pre>{pointedOut(entry.text, query)}</pre>
    </li>
  );
}

/** A text with the search matches marked. */
function pointedOut(text: string, query: string) {
  if (query === '') return text;
  const parts = [];
  const low = text.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(query); at >= 0; at = low.indexOf(query, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + query.length)}</mark>);
    from = at + query.length;
  }
  return [...parts, text.slice(from)];
}
