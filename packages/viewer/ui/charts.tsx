import { useEffect, useRef, useState } from 'preact/hooks';
import plotStyle from 'uplot/dist/uPlot.min.css?inline';
import { chartTitle, curvesOf, shownValue, usedCharts } from '../player/budget.ts';
import { CHANCES, HOW_FOUND } from '../player/chances.ts';
import { calledAt } from '../player/sides.ts';
import type { Viewer } from '../player/state.ts';
import { mountChart } from './chart.ts';
import { Icon, SeatMark } from './icons.tsx';

const SMALL_HEIGHT = 118;

/**
 * The charts, one below the other. A press or a drag on a chart goes to the round at the pointer. This component is
 * loaded at first use.
 */
export function Charts({ viewer }: { viewer: Viewer }) {
  const [large, setLarge] = useState<number>();
  const timeline = viewer.timeline.value;
  void viewer.analysed.value;
  void viewer.sidecar.value;
  if (timeline === undefined) return null;
  return (
    <div class="charts" ref={(element) => addStyle(element, plotStyle)}>
      {usedCharts(viewer).map((index) => (
        <figure class="chart" key={`${timeline.view.charts[index]?.id} ${viewer.theme.value}`}>
          <figcaption>
            <span class="chart-title">{chartTitle(viewer, index)}</span>
            <Values viewer={viewer} index={index} names={index === CHANCES} />
            <button
              type="button"
              class="plain"
              aria-label={`Large chart: ${chartTitle(viewer, index)}`}
              title="Large"
              onClick={() => setLarge(index)}
            >
              <Icon name="large" />
            </button>
          </figcaption>
          <Plot viewer={viewer} index={index} height={() => SMALL_HEIGHT} />
          {index === CHANCES && <p class="dim small">{HOW_FOUND}</p>}
        </figure>
      ))}
      <p class="dim small">
        Press or drag on a chart to go to a round. The values are for the round under the pointer, or for the current
        one.
      </p>
      {large !== undefined && (
        <LargeChart viewer={viewer} index={large} choose={setLarge} close={() => setLarge(undefined)} />
      )}
    </div>
  );
}

/** The values of the curves in the round under the pointer, or otherwise in the shown round. */
function Values({ viewer, index, names }: { viewer: Viewer; index: number; names?: boolean }) {
  const timeline = viewer.timeline.value;
  const round = viewer.pointed.value ?? viewer.round.value;
  void viewer.analysed.value;
  if (timeline === undefined) return null;
  return (
    <span class="chart-values" data-round={round}>
      {curvesOf(viewer, index).map((curve, seat) => (
        <span key={`${seat} ${timeline.names[seat]}`}>
          <SeatMark
            path={timeline.view.seatShape(seat)}
            color={timeline.view.seatColor(seat, viewer.theme.value)}
            size={10}
          />{' '}
          {names && `${calledAt(timeline, seat)} `}
          <b>{shownValue(viewer, index, curve[round])}</b>
        </span>
      ))}
    </span>
  );
}

function Plot({ viewer, index, height }: { viewer: Viewer; index: number; height: () => number }) {
  const holder = useRef<HTMLDivElement>(null);
  const timeline = viewer.timeline.value;
  const theme = viewer.theme.value;
  const tall = useRef(height);
  tall.current = height;
  useEffect(() => {
    const element = holder.current;
    if (element === null || timeline === undefined) return;
    return mountChart(viewer, element, index, () => tall.current());
  }, [viewer, timeline, index, theme]);
  return <div class="chart-box" ref={holder} />;
}

/** One chart that fills the viewer. */
function LargeChart(props: { viewer: Viewer; index: number; choose(index: number): void; close(): void }) {
  const { viewer, index } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog class="large-chart" ref={dialog} aria-label="Chart" onClose={props.close}>
      <header>
        <div class="chips">
          {usedCharts(viewer).map((each) => (
            <button
              key={each}
              type="button"
              class="chip"
              aria-pressed={each === index}
              onClick={() => props.choose(each)}
            >
              {chartTitle(viewer, each)}
            </button>
          ))}
        </div>
        <button type="button" class="plain" aria-label="Close the chart" onClick={props.close}>
          <Icon name="close" />
        </button>
      </header>
      <p class="large-values">
        <span class="dim">Round {viewer.pointed.value ?? viewer.round.value}</span>
        <Values viewer={viewer} index={index} names />
      </p>
      {index === CHANCES && <p class="dim small">{HOW_FOUND}</p>}
      <Plot viewer={viewer} index={index} height={() => Math.max(160, Math.round(0.55 * innerHeight))} />
    </dialog>
  );
}

/** Adds a style sheet to an element's shadow tree (or page), once. Strict policies allow a constructed style sheet. */
export function addStyle(element: Element | null, css: string): void {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  let sheet = SHEETS.get(css);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    SHEETS.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
}
const SHEETS = new Map<string, CSSStyleSheet>();
