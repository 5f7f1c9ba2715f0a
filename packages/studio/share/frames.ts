import { canvasBackend, createPainter } from '@ludus/viewer/painting.ts';
import { cameraFor, drawCauses, stillScene, type Viewer } from '@ludus/viewer/player.ts';

/** How high the line is that says who stands how, in pixels. */
const CAPTION = 34;

/** Draws rounds of the match that is shown into one canvas, with a line below that says the round and the scores. */
export interface FramePainter {
  readonly canvas: HTMLCanvasElement;
  /** `withCauses`: with the words why something was lost. */
  draw(round: number, withCauses?: boolean): void;
}

/** `width`: of the pictures, in pixels; the height follows from the board. Undefined while nothing is shown. */
export function framePainter(viewer: Viewer, width: number): FramePainter | undefined {
  const timeline = viewer.timeline.peek();
  if (timeline === undefined) return undefined;
  const { view, names, last } = timeline;
  const extent = view.extent(timeline, viewer.mode.peek());
  const height = Math.round(Math.min(width * 1.5, Math.max(width / 6, (width * extent.height) / extent.width)));
  const board = document.createElement('canvas');
  const backend = canvasBackend(board);
  const painter = createPainter();
  const camera = cameraFor(viewer, width, height, 1);
  backend.resize(camera);
  const canvas = document.createElement('canvas');
  // Films want even numbers.
  canvas.width = width & ~1;
  canvas.height = (height + CAPTION + 1) & ~1;
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    canvas,
    draw(wanted, withCauses = false) {
      const round = Math.max(0, Math.min(last, wanted));
      const frame = timeline.frame(round);
      const theme = viewer.theme.peek();
      painter.clear(camera);
      // Effects of the round before that are still fading belong to a picture.
      const before = round > 0 ? timeline.frame(round - 1) : undefined;
      const scene = { ...stillScene(timeline, round), before, theme, mode: viewer.mode.peek() };
      view.draw(painter, scene);
      if (withCauses) drawCauses(viewer, painter, scene);
      const background = view.background(theme);
      backend.render(painter.list, camera, background);
      pen.drawImage(board, 0, 0);
      pen.fillStyle = theme === 'dark' ? '#10131f' : '#fffdf8';
      pen.fillRect(0, height, canvas.width, canvas.height - height);
      pen.font = '600 14px "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
      pen.textBaseline = 'middle';
      const middle = height + CAPTION / 2;
      const ink = theme === 'dark' ? '#e8eaf4' : '#1d1b16';
      const part = canvas.width / (names.length + 1);
      pen.fillStyle = ink;
      pen.fillText(`round ${round}`, 10, middle, part - 16);
      view.seats(frame).forEach(({ score }, seat) => {
        const left = part * (seat + 1);
        pen.save();
        pen.translate(left + 8, middle);
        pen.scale(6, 6);
        pen.fillStyle = view.seatColor(seat, theme);
        pen.fill(new Path2D(view.seatShape(seat)));
        pen.restore();
        pen.fillStyle = ink;
        pen.fillText(`${names[seat]} ${score}`, left + 20, middle, part - 28);
      });
    },
  };
}
