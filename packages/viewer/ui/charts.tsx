import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { budgetAt } from '../player/analysis.ts';
import { pause, seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';
import { SeatMark } from './icons.tsx';

const HEIGHT = 118;
/** Dashes by seat: curves differ without colour. */
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
const SYNC_MS = 120;

/** One chart under the other; a press or a drag on any of them goes to that round. */
export function Charts({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const theme = viewer.theme.value;
  void viewer.analysed.value;
  if (timeline === undefined) return null;
  void viewer.sidecar.value;
  return (
    <div class="charts">
      {timeline.view.charts.map((chart, index) => {
        const used = chart.id !== BUDGET || curvesOf(viewer, index).some((curve) => curve.some((value) => value));
        return used ? <Curve key={`${chart.id} ${theme}`} viewer={viewer} index={index} title={chart.title} /> : null;
      })}
      <p class="dim small">Press or drag on a chart to go to that round.</p>
    </div>
  );
}

/** The chart of what has been used of the budget: the panel and it tell the same. */
const BUDGET = 'budget';

/** Curves by seat; null where a player is out and uses nothing any more. */
function curvesOf(viewer: Viewer, index: number): (number | null)[][] {
  const curves = viewer.analysis.value?.curves[index] ?? [];
  if (viewer.timeline.value?.view.charts[index].id !== BUDGET) return curves;
  return curves.map((curve, seat) =>
    curve.map((own, round) => {
      const share = budgetAt(viewer.sidecar.value, round, seat, own);
      return share === undefined || share < 0 ? null : share;
    }),
  );
}

function Curve({ viewer, index, title }: { viewer: Viewer; index: number; title: string }) {
  const holder = useRef<HTMLDivElement>(null);
  const timeline = viewer.timeline.value;
  useEffect(() => {
    const element = holder.current;
    if (element === null || timeline === undefined) return;
    return mountChart(viewer, element, index);
  }, [viewer, timeline, index]);
  void viewer.analysed.value;
  const curves = curvesOf(viewer, index);
  return (
    <figure class="chart" data-chart={title}>
      <figcaption>
        {title}
        <span class="chart-values">
          {curves.map((curve, seat) => (
            <span key={`${seat} ${timeline?.names[seat]}`}>
              <SeatMark
                path={timeline?.view.seatShape(seat) ?? ''}
                color={timeline?.view.seatColor(seat, viewer.theme.value) ?? ''}
                size={10}
              />{' '}
              {shownValue(curve[viewer.round.value])}
            </span>
          ))}
        </span>
      </figcaption>
      <div class="chart-box" ref={holder} />
    </figure>
  );
}

function shownValue(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function mountChart(viewer: Viewer, holder: HTMLElement, index: number): () => void {
  const timeline = viewer.timeline.value!;
  const style = getComputedStyle(holder);
  const [ink, grid] = [style.getPropertyValue('--dim').trim(), style.getPropertyValue('--line').trim()];
  const data = (): uPlot.AlignedData => {
    const curves = curvesOf(viewer, index);
    const rounds = Array.from({ length: curves[0]?.length ?? 0 }, (_, round) => round);
    return [rounds, ...curves] as uPlot.AlignedData;
  };
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
    gap: 2,
  };
  const plot = new uPlot(
    {
      width: Math.max(120, holder.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: { x: { time: false, range: () => [0, Math.max(1, viewer.last.value)] } },
      axes: [
        { ...axis, size: 18 },
        { ...axis, size: 40 },
      ],
      series: [
        {},
        ...timeline.names.map((name, seat) => ({
          label: name,
          stroke: timeline.view.seatColor(seat, viewer.theme.value),
          width: 1.8,
          dash: DASHES[seat % 4],
          points: { show: false },
        })),
      ],
    },
    data(),
    holder,
  );
  const here = document.createElement('div');
  here.className = 'chart-here';
  plot.over.append(here);
  const place = () => {
    here.style.transform = `translateX(${plot.valToPos(viewer.round.value, 'x')}px)`;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopData = effect(() => {
    void viewer.analysed.value;
    void viewer.last.value;
    void viewer.sidecar.value;
    timer ??= setTimeout(() => {
      timer = undefined;
      plot.setData(data());
      place();
    }, SYNC_MS);
  });
  const stopRound = effect(place);
  const go = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    pause(viewer);
    seek(viewer, plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x'));
  };
  const down = (event: PointerEvent) => {
    plot.over.setPointerCapture(event.pointerId);
    go(event);
  };
  plot.over.addEventListener('pointerdown', down);
  plot.over.addEventListener('pointermove', go);
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: Math.max(120, holder.clientWidth), height: HEIGHT });
    place();
  });
  observer.observe(holder);
  return () => {
    clearTimeout(timer);
    stopData();
    stopRound();
    observer.disconnect();
    plot.destroy();
  };
}
