import { effect } from '@preact/signals';
import uPlot from 'uplot';
import { curvesOf, shownValue } from '../player/budget.ts';
import { CHANCES } from '../player/chances.ts';
import { pause, seek } from '../player/playback.ts';
import type { Viewer } from '../player/state.ts';

/** Dash patterns by seat, so that curves differ without colour. */
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
const SYNC_MS = 120;
const MIN_WIDTH = 120;

/**
 * Draws a chart into an element and updates it. A press or a drag goes to a round, and the value under the pointer is
 * shown.
 */
export function mountChart(viewer: Viewer, holder: HTMLElement, index: number, height: () => number): () => void {
  const timeline = viewer.timeline.value!;
  const style = getComputedStyle(holder);
  const [ink, grid] = [style.getPropertyValue('--dim').trim(), style.getPropertyValue('--line').trim()];
  const data = (): uPlot.AlignedData => {
    const curves = curvesOf(viewer, index);
    const rounds = Array.from({ length: curves[0]?.length ?? 0 }, (_, round) => round);
    return [rounds, ...curves] as unknown as uPlot.AlignedData;
  };
  const size = () => ({ width: Math.max(MIN_WIDTH, holder.clientWidth), height: height() });
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
    gap: 2,
  };
  const plot = new uPlot(
    {
      ...size(),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
      scales: {
        x: { time: false, range: () => [0, Math.max(1, viewer.last.value)] },
        ...(index === CHANCES && { y: { range: [0, 1] } }),
      },
      axes: [
        { ...axis, size: 18 },
        { ...axis, size: 46, values: (_, values) => values.map((value) => shownValue(viewer, index, value)) },
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
  const turned = document.createElement('div');
  turned.className = 'chart-turn';
  plot.over.append(turned);
  const place = () => {
    const turn = index === CHANCES ? viewer.turn.value : undefined;
    turned.hidden = turn === undefined;
    if (turn) turned.style.transform = `translateX(${plot.valToPos(turn.round, 'x')}px)`;
    here.style.transform = `translateX(${plot.valToPos(viewer.round.value, 'x')}px)`;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopData = effect(() => {
    void viewer.analysed.value;
    void viewer.last.value;
    void viewer.sidecar.value;
    void viewer.chances.value;
    timer ??= setTimeout(() => {
      timer = undefined;
      plot.setData(data());
      place();
    }, SYNC_MS);
  });
  const stopRound = effect(place);
  const roundAt = (event: PointerEvent) => {
    const round = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x');
    return Math.min(viewer.last.value, Math.max(0, Math.round(round)));
  };
  const move = (event: PointerEvent) => {
    viewer.pointed.value = roundAt(event);
    if (event.buttons === 0) return;
    pause(viewer);
    seek(viewer, roundAt(event));
  };
  const leave = () => {
    viewer.pointed.value = undefined;
  };
  const down = (event: PointerEvent) => {
    plot.over.setPointerCapture(event.pointerId);
    move(event);
  };
  plot.over.addEventListener('pointerdown', down);
  plot.over.addEventListener('pointermove', move);
  plot.over.addEventListener('pointerleave', leave);
  const observer = new ResizeObserver(() => {
    plot.setSize(size());
    place();
  });
  observer.observe(holder);
  return () => {
    clearTimeout(timer);
    stopData();
    stopRound();
    observer.disconnect();
    leave();
    plot.destroy();
  };
}
