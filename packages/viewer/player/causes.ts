import type { Painter } from '../paint/painter.ts';
import { ringArt } from '../view/effects.ts';
import type { Scene } from '../view/view.ts';
import { type Moment, momentsOf } from './director.ts';
import type { Viewer } from './state.ts';

/** Display time of a cause at speed ×1, in milliseconds. A cause is displayed for at least one round. */
const HOLD_MS = 1300;
/** Maximum number of causes shown at the same time. If there are more, the last causes are shown. */
const MAX_SHOWN = 4;
/** Font size in CSS pixels. */
const LETTERS = { least: 13, most: 21 } as const;

/** Writes the cause of each loss where the loss happened, with a line from the unit that caused the loss. */
export function drawCauses(viewer: Viewer, painter: Painter, scene: Scene<unknown>): void {
  if (Math.abs(scene.toRound - scene.fromRound) > 1) return;
  const { view } = scene.timeline;
  const position = scene.fromRound + (scene.toRound - scene.fromRound) * scene.t;
  const hold = Math.max(1, HOLD_MS / view.delayMs);
  const shown = momentsOf(viewer).filter(({ at }) => position >= at && position < at + hold);
  const taken: { x: number; y: number; half: number }[] = [];
  for (const moment of shown.slice(-MAX_SHOWN)) {
    const age = (position - moment.at) / hold;
    drawCause(painter, scene, moment, Math.min(1, (1 - age) / 0.3), taken);
  }
}

function drawCause(
  painter: Painter,
  scene: Scene<unknown>,
  { cause }: Moment,
  alpha: number,
  taken: { x: number; y: number; half: number }[],
): void {
  const { view } = scene.timeline;
  const { camera, view: sight } = painter;
  const at = view.locate(scene, cause.at);
  if (at === undefined) return;
  const isDark = scene.theme === 'dark';
  const from = cause.from && view.locate(scene, cause.from);
  // A line over the edge of a wrapping world would cross the whole world.
  const { width } = view.extent(scene.timeline, scene.mode);
  if (from && Math.abs(from.x - at.x) < width / 2) {
    const color = view.seatColor(cause.by, scene.theme);
    const thin = Math.max(0.05, 2 / camera.cell);
    painter.line(from.x, from.y, at.x, at.y, 2 * thin, isDark ? '#000000' : '#ffffff', 0.5 * alpha);
    painter.line(from.x, from.y, at.x, at.y, thin, color, alpha);
    painter.put(ringArt(color), from.x, from.y, 0.6, 0, alpha);
  }
  const size = Math.min(LETTERS.most, Math.max(LETTERS.least, 0.6 * camera.cell)) / camera.cell;
  const half = 0.3 * size * cause.text.length;
  const [left, right] = [sight.left + half + 0.2 * size, sight.right - half - 0.2 * size];
  const x = left < right ? Math.min(right, Math.max(left, at.x)) : (sight.left + sight.right) / 2;
  // The text is above the place, so that the place stays visible. At the upper edge, the text is below the place.
  const above = at.y - 0.8 - 0.6 * size;
  let y = above < sight.top + size ? at.y + 0.8 + 0.6 * size : above;
  while (taken.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 1.2 * size))
    y += (y < at.y ? -1 : 1) * 1.3 * size;
  taken.push({ x, y, half });
  painter.text(cause.text, x, y, size, isDark ? '#ffffff' : '#14161d', alpha, isDark ? '#000000d8' : '#ffffffe8');
}
