import { useComputed } from '@preact/signals';
import { useMemo, useRef, useState } from 'preact/hooks';
import { shownValue } from '../player/budget.ts';
import { pause, seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { MARK_KINDS, type Mark, type MarkKind, type Timeline } from '../view/view.ts';
import { SeatMark } from './icons.tsx';

const MARK_NAMES: Record<MarkKind, string> = {
  kill: 'kills and fights',
  death: 'deaths',
  freeze: 'frozen',
  base: 'base conquered',
};
/** The word for marks of a kind in the match's game. */
export const markWord = (timeline: Timeline | undefined, kind: MarkKind): string =>
  timeline?.view.markWords?.[kind] ?? MARK_NAMES[kind];

/** Top and height of each kind's ticks, as a percentage of the strip. */
const TICK: Record<MarkKind, [number, number]> = { kill: [0, 48], death: [55, 45], freeze: [0, 100], base: [0, 100] };
/** Maximum number of marks drawn. If there are more, the last marks are drawn. */
const MAX_TICKS = 3000;
/** Half of the thumb's width in pixels. The bar's first and last rounds are this far from the bar's edges. */
const INSET = 8;
/** Maximum distance at which the pointer selects a mark, in pixels: with a mouse, and with a finger. */
const REACH = { mouse: 7, touch: 14 };
/** Maximum number of one round's marks that are described together. */
const MAX_LISTED_MARKS = 5;

/** The seek bar, with the match's first curve behind it and selectable marks with descriptions above it. */
export function Scrub({ viewer }: { viewer: Viewer }) {
  const strip = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<{ readonly round: number; readonly x: number }>();
  const timeline = viewer.timeline.value;
  const last = viewer.last.value;
  const marks = useComputed(() => {
    void viewer.analysed.value;
    return [...(viewer.analysis.value?.marks ?? [])];
  });
  const kinds = MARK_KINDS.filter((kind) => marks.value.some((mark) => mark.kind === kind));
  const here = marks.value.filter((mark) => mark.round === viewer.round.value).map((mark) => mark.text);
  const share = last === 0 ? 0 : (100 * viewer.round.value) / last;

  /** The round under the pointer; on the strip of marks, the round of a nearby mark. */
  const find = (event: PointerEvent): { round: number; x: number; mark: Mark | undefined } | undefined => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || box.width <= 0 || last === 0) return undefined;
    const x = Math.min(box.width, Math.max(0, event.clientX - box.left));
    const round = Math.round((x / box.width) * last);
    const onStrip = event.clientY <= box.bottom;
    const reach = event.pointerType === 'touch' ? REACH.touch : REACH.mouse;
    const mark = onStrip ? nearest(marks.value, (x / box.width) * last, (reach / box.width) * last) : undefined;
    return mark === undefined ? { round, x, mark } : { round: mark.round, x: (mark.round / last) * box.width, mark };
  };
  const move = (event: PointerEvent) => {
    const found = find(event);
    setTip(found);
    viewer.pointed.value = found?.round;
  };
  const leave = () => {
    setTip(undefined);
    viewer.pointed.value = undefined;
  };
  const hit = (event: PointerEvent) => {
    const found = find(event);
    if (found?.mark === undefined) return;
    move(event);
    pause(viewer);
    seek(viewer, found.round, performance.now());
  };
  return (
    <div class="scrub" onPointerMove={move} onPointerLeave={leave}>
      <Curves viewer={viewer} />
      <div class={tip ? 'marks pointed' : 'marks'} ref={strip} aria-hidden="true" onPointerDown={hit}>
        <Ticks viewer={viewer} marks={marks.value} />
      </div>
      <input
        class="scrub-input"
        type="range"
        min={0}
        max={Math.max(1, last)}
        step={1}
        value={viewer.round.value}
        disabled={timeline === undefined}
        aria-label="Scrub bar"
        aria-valuetext={`Round ${viewer.round.value} of ${last}${here.length > 0 ? `: ${here.join('; ')}` : ''}`}
        style={{ '--share': `${share}%` }}
        onInput={(event) => seek(viewer, Number(event.currentTarget.value))}
      />
      {tip && <Tip viewer={viewer} round={tip.round} x={tip.x} marks={marks.value} />}
      <div class="mark-line">
        <span class="mark-now">{here.slice(0, 3).join(' · ')}</span>
        {kinds.length > 0 && (
          <span class="mark-key" aria-hidden="true">
            {kinds.map((kind) => (
              <span key={kind} class={`key-${kind}`}>
                {markWord(timeline, kind)}
              </span>
            ))}
          </span>
        )}
      </div>
    </div>
  );
}

/** The mark nearest to a round. Rare events take precedence over frequent events. */
function nearest(marks: readonly Mark[], round: number, reach: number): Mark | undefined {
  let best: Mark | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const away = Math.abs(mark.round - round);
    if (away > Math.max(reach, 0.5)) continue;
    const isSeldom = mark.kind === 'freeze' || mark.kind === 'base';
    const cost = isSeldom ? away / 2 : away;
    if (cost >= least) continue;
    best = mark;
    least = cost;
  }
  return best;
}

function Ticks({ viewer, marks }: { viewer: Viewer; marks: readonly Mark[] }) {
  const timeline = viewer.timeline.value;
  const theme = viewer.theme.value;
  const last = viewer.last.value;
  // The marks are cached, because there are many, and they don't depend on the round.
  return useMemo(() => {
    const color = (seat: number) =>
      seat < 0 || timeline === undefined ? 'var(--ink)' : timeline.view.seatColor(seat, theme);
    const left = (round: number) => `${last === 0 ? 0 : (100 * round) / last}%`;
    return (
      <>
        {marks.slice(-MAX_TICKS).map(({ round, kind, seat }, at) =>
          kind === 'freeze' || kind === 'base' ? (
            <span key={`${at} ${round}`} class={`flag ${kind}`} style={{ left: left(round), color: color(seat) }}>
              {kind === 'freeze' ? '❄' : '⚑'}
            </span>
          ) : (
            <span
              key={`${at} ${round}`}
              class="tick"
              style={{
                left: left(round),
                top: `${TICK[kind][0]}%`,
                height: `${TICK[kind][1]}%`,
                background: color(seat),
              }}
            />
          ),
        )}
      </>
    );
  }, [marks, timeline, theme, last]);
}

/** Approximate number of points of a curve. */
const POINTS = 400;

/** The game's first chart (its score) behind the bar, one line per seat. */
function Curves({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const theme = viewer.theme.value;
  const last = viewer.last.value;
  const analysed = viewer.analysed.value;
  return useMemo(() => {
    const curves = viewer.analysis.value?.curves[0] ?? [];
    const done = curves[0]?.length ?? 0;
    if (timeline === undefined || done < 2) return null;
    const step = Math.max(1, Math.floor(done / POINTS));
    const rounds = Array.from({ length: Math.ceil((done - 1) / step) }, (_, n) => n * step).concat(done - 1);
    const values = rounds.flatMap((round) => curves.map((curve) => curve[round] ?? 0));
    const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 0]);
    if (high === low) return null;
    const y = (value: number) => (100 * (1 - (value - low) / (high - low))).toFixed(1);
    return (
      <svg class="curves" viewBox={`0 0 ${Math.max(1, last)} 100`} preserveAspectRatio="none" aria-hidden="true">
        {curves.map((curve, seat) => (
          <path
            key={`${seat} ${timeline.names[seat]}`}
            d={`M${rounds.map((round) => `${round} ${y(curve[round] ?? 0)}`).join('L')}`}
            stroke={timeline.view.seatColor(seat, theme)}
          />
        ))}
      </svg>
    );
  }, [viewer, timeline, theme, last, analysed]);
}

/** The tooltip at the pointer: the round, the scores, and the round's events. */
function Tip(props: { viewer: Viewer; round: number; x: number; marks: readonly Mark[] }) {
  const { viewer, round, x } = props;
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names } = timeline;
  const told = props.marks.filter((mark) => mark.round === round);
  const curves = viewer.analysis.value?.curves[0] ?? [];
  const mark = (seat: number) => (
    <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} size={10} />
  );
  return (
    <div class="scrub-tip" role="presentation" style={{ '--x': `${x + INSET}px` }}>
      <p>
        <b>Round {round}</b> <span class="dim">{view.charts[0]?.title}</span>{' '}
        {curves.map((curve, seat) => (
          <span class="tip-value" key={`${seat} ${names[seat]}`}>
            {mark(seat)} {shownValue(viewer, 0, curve[round])}
          </span>
        ))}
      </p>
      {told.slice(0, MAX_LISTED_MARKS).map(({ kind, text }, at) => (
        <p key={`${at} ${text}`} class={`tip-mark key-${kind}`}>
          {text}
        </p>
      ))}
      {told.length > MAX_LISTED_MARKS && <p class="dim">and {told.length - MAX_LISTED_MARKS} more</p>}
    </div>
  );
}
