import { canvasBackend } from '../paint/canvas.ts';
import { createPainter } from '../paint/painter.ts';
import { drawCauses } from '../player/causes.ts';
import { cameraFor, stillScene } from '../player/scene.ts';
import { calledAt } from '../player/sides.ts';
import type { Viewer } from '../player/state.ts';
import type { Scene, Theme, Timeline } from '../view/view.ts';

/** Height of the line with the scores, in pixels. */
const CAPTION = 34;
const FACE = '"Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
const INK: Readonly<Record<Theme, string>> = { dark: '#e8eaf4', light: '#1d1b16' };
const PAPER: Readonly<Record<Theme, string>> = { dark: '#10131f', light: '#fffdf8' };

/** Draws moments of the shown match into one canvas, with the round and the scores in a line below. */
export interface FramePainter {
  readonly canvas: HTMLCanvasElement;
  /**
   * `position`: in rounds, with fractions for moments between rounds; `withCauses`: whether to include the causes of
   * losses.
   */
  draw(position: number, withCauses?: boolean): void;
}

/**
 * Creates a painter of pictures with this width, in pixels. Their height depends on the board. Undefined if no match is
 * shown.
 */
export function framePainter(viewer: Viewer, width: number): FramePainter | undefined {
  const timeline = viewer.timeline.peek();
  if (timeline === undefined) return undefined;
  const { view, last } = timeline;
  const extent = view.extent(timeline, viewer.mode.peek());
  const height = Math.round(Math.min(width * 1.5, Math.max(width / 6, (width * extent.height) / extent.width)));
  const board = document.createElement('canvas');
  const backend = canvasBackend(board);
  const painter = createPainter();
  const camera = cameraFor(viewer, width, height, 1);
  backend.resize(camera);
  const canvas = document.createElement('canvas');
  // Film encoders need an even width and height.
  canvas.width = width & ~1;
  canvas.height = (height + CAPTION + 1) & ~1;
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    canvas,
    draw(wanted, withCauses = false) {
      const position = Math.max(0, Math.min(last, wanted));
      const theme = viewer.theme.peek();
      painter.clear(camera);
      const scene = sceneAt(timeline, position, theme, viewer.mode.peek());
      view.draw(painter, scene);
      if (withCauses) drawCauses(viewer, painter, scene);
      backend.render(painter.list, camera, view.background(theme));
      pen.drawImage(board, 0, 0);
      drawScores(pen, timeline, scene.fromRound, theme, height);
      if (position === last) drawVerdict(pen, timeline, theme, height);
    },
  };
}

/** The scene at a position, including effects of the previous round that are still fading. */
function sceneAt(timeline: Timeline, position: number, theme: Theme, mode: string): Scene<unknown> {
  const round = Math.floor(position);
  const next = Math.min(timeline.last, round + 1);
  return {
    ...stillScene(timeline, round),
    ...{ to: timeline.frame(next), toRound: next, t: position - round },
    before: round > 0 ? timeline.frame(round - 1) : undefined,
    clock: (position * timeline.view.delayMs) / 1000,
    theme,
    mode,
  };
}

function drawScores(
  pen: CanvasRenderingContext2D,
  timeline: Timeline,
  round: number,
  theme: Theme,
  height: number,
): void {
  const { view, names } = timeline;
  const { canvas } = pen;
  pen.fillStyle = PAPER[theme];
  pen.fillRect(0, height, canvas.width, canvas.height - height);
  pen.font = `600 14px ${FACE}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  const middle = height + CAPTION / 2;
  const part = canvas.width / (names.length + 1);
  pen.fillStyle = INK[theme];
  pen.fillText(`round ${round}`, 10, middle, part - 16);
  view.seats(timeline.frame(round)).forEach(({ score }, seat) => {
    const left = part * (seat + 1);
    pen.save();
    pen.translate(left + 8, middle);
    pen.scale(6, 6);
    pen.fillStyle = view.seatColor(seat, theme);
    pen.fill(new Path2D(view.seatShape(seat)));
    pen.restore();
    pen.fillStyle = INK[theme];
    pen.fillText(`${calledAt(timeline, seat)} ${score}`, left + 20, middle, part - 28);
  });
}

/** Draws the result at the end of a match. */
function drawVerdict(pen: CanvasRenderingContext2D, timeline: Timeline, theme: Theme, height: number): void {
  const text = timeline.ending === undefined ? undefined : timeline.view.verdict(timeline);
  if (text === undefined) return;
  const { width } = pen.canvas;
  const band = 52;
  pen.globalAlpha = 0.86;
  pen.fillStyle = PAPER[theme];
  pen.fillRect(0, height - band, width, band);
  pen.globalAlpha = 1;
  pen.font = `700 22px ${FACE}`;
  pen.textAlign = 'center';
  pen.fillStyle = INK[theme];
  pen.fillText(text, width / 2, height - band / 2, width - 24);
}
