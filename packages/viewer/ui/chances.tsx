import { useMemo } from 'preact/hooks';
import { chanceAt, chancesTitle, HOW_FOUND, percent, showsChances } from '../player/chances.ts';
import { pause, seek } from '../player/playback.ts';
import { calledAt, sidesOf, teamName } from '../player/sides.ts';
import type { Viewer } from '../player/state.ts';
import { SeatMark } from './icons.tsx';

/** Dash patterns by side, so that lines differ without colour. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '14 4', '2 2 2 6'];

/**
 * The chances of winning above the scrub bar: one line per side, and the turning point. A press or a drag goes to the
 * round at the pointer.
 */
export function Chances({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const points = viewer.chances.value;
  const theme = viewer.theme.value;
  const isShown = showsChances(viewer);
  const last = Math.max(1, viewer.last.value);
  const turn = viewer.turn.value;
  const lines = useMemo(
    () =>
      timeline === undefined || !isShown
        ? []
        : sidesOf(timeline).map((side) => ({
            seat: side[0],
            name:
              (side.length > 1 ? teamName(timeline, side) : undefined) ??
              side.map((seat) => calledAt(timeline, seat)).join(', '),
            color: timeline.view.seatColor(side[0], theme),
            path: `M${points.map(({ round, bySeat }) => `${round} ${(100 * (1 - bySeat[side[0]])).toFixed(1)}`).join('L')}`,
          })),
    [timeline, points, theme, isShown],
  );
  if (timeline === undefined || !isShown) return null;
  const round = viewer.pointed.value ?? viewer.round.value;
  const title = chancesTitle(timeline);
  const move = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    viewer.pointed.value = Math.round(share * viewer.last.value);
    if (event.buttons === 0) return;
    pause(viewer);
    seek(viewer, viewer.pointed.value);
  };
  const spoken = lines.map(({ seat, name }) => {
    const at = (where: number) => percent(chanceAt(points, seat, where));
    return `${name} ${at(points[0].round)} at first, ${at(Math.floor(viewer.last.value / 2))} in the middle`;
  });
  const left = (where: number) => ({ left: `${(100 * where) / last}%` });
  return (
    <figure class="chances" aria-label={`${title} by round`}>
      <figcaption title={HOW_FOUND}>
        <span class="chart-title">{title}</span>
        <span class="chart-values">
          {lines.map(({ seat, name, color }) => (
            <span key={seat}>
              <SeatMark path={timeline.view.seatShape(seat)} color={color} size={10} /> {name}{' '}
              <b>{percent(chanceAt(points, seat, round))}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div
        class="chances-box"
        role="img"
        aria-label={`${spoken.join('; ')}. ${turn?.text ?? ''} ${HOW_FOUND}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
        onPointerLeave={() => {
          viewer.pointed.value = undefined;
        }}
      >
        <svg viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" aria-hidden="true">
          <path class="chances-half" d={`M0 50H${last}`} />
          {lines.map(({ seat, color, path }, at) => (
            <path key={seat} d={path} stroke={color} stroke-dasharray={DASHES[at % DASHES.length]} />
          ))}
        </svg>
        {turn !== undefined && <span class="chances-turn" style={left(turn.round)} title={turn.text} />}
        <span class="chart-here" style={left(Math.min(last, viewer.round.value))} />
      </div>
    </figure>
  );
}
