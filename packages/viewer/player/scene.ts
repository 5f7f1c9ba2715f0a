import type { Camera, Painter } from '../paint/painter.ts';
import type { Place, Scene, Timeline } from '../view/view.ts';
import { drawExtras } from './extras.ts';
import { between } from './playback.ts';
import type { Viewer } from './state.ts';

/** The data for the picture of this moment; undefined if no match is loaded. `now` is in milliseconds. */
export function sceneNow(viewer: Viewer, now: number): Scene<unknown> | undefined {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return undefined;
  const { from, to, t } = between(viewer, now);
  return {
    timeline,
    from: timeline.frame(from),
    to: timeline.frame(to),
    fromRound: from,
    toRound: to,
    before: from > 0 && Math.abs(to - from) <= 1 ? timeline.frame(from - 1) : undefined,
    t,
    clock: viewer.calm.value ? 0 : now / 1000,
    theme: viewer.theme.value,
    mode: viewer.mode.value,
    selection: viewer.selection.value,
    seat: viewer.seat.value,
  };
}

/**
 * Cell size in CSS pixels below which the picture is enlarged and follows the action, and the factor of enlargement.
 */
const SMALL_PX = 16;
const LARGER = 2;
/** Maximum share of a picture's height that is sky. */
const SKY = 0.12;

/**
 * The camera for a screen of that size. The mode's extent fits into the screen, and is then enlarged by the zoom and
 * shifted by the pan. `now`: the moment to follow if cells would be too small otherwise. If absent, everything is
 * shown.
 */
export function cameraFor(viewer: Viewer, width: number, height: number, ratio: number, now?: number): Camera {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return { x: 0, y: 0, cell: 20, width, height, ratio };
  const { view } = timeline;
  const extent = view.extent(timeline, viewer.mode.value);
  const fitting = Math.min(width / extent.width, height / extent.height);
  const followed = fitting < SMALL_PX && now !== undefined ? followedAt(viewer, timeline, now) : undefined;
  const larger = followed === undefined ? fitting : Math.min(LARGER * fitting, height / extent.height);
  const base = viewer.cellSize.value > 0 ? viewer.cellSize.value : larger;
  // The sky gets a small part of the free height, and the rest is below the board.
  const high = height / base;
  const top = Math.max(extent.top - Math.max(0, high - extent.height), -SKY * high);
  const middle = view.grounded && high > extent.height ? top + high / 2 : extent.top + extent.height / 2;
  return {
    x: within(followed ?? 0, extent.left, extent.width, width / base) + viewer.pan.value.x,
    y: middle + viewer.pan.value.y,
    cell: base * viewer.zoom.value,
    width,
    height,
    ratio,
  };
}

function followedAt(viewer: Viewer, timeline: Timeline, now: number): number | undefined {
  const { from, to, t } = between(viewer, now);
  return timeline.view.follow?.(timeline, viewer.mode.value, from + (to - from) * t, viewer.seat.value);
}

/**
 * The position nearest to x for the middle of a screen `wide` cells wide. If the screen fits into the extent, nothing
 * outside the extent is visible.
 */
const within = (x: number, left: number, width: number, wide: number): number =>
  wide >= width ? left + width / 2 : Math.min(left + width - wide / 2, Math.max(left + wide / 2, x));

/**
 * Limits the pan so that the middle of the screen stays on the board. Part of the board is therefore always visible.
 */
export function keepInSight(viewer: Viewer): void {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return;
  const { width, height } = timeline.view.extent(timeline, viewer.mode.value);
  const { x, y } = viewer.pan.value;
  const limited = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  const kept = { x: limited(x, width / 2), y: limited(y, height / 2) };
  if (kept.x !== x || kept.y !== y) viewer.pan.value = kept;
}

/** Draws the current moment. */
export function drawNow(viewer: Viewer, painter: Painter, camera: Camera, now: number): Scene<unknown> | undefined {
  painter.clear(camera);
  const moving = sceneNow(viewer, now);
  if (moving === undefined) return undefined;
  const scene = painter.isPlain ? { ...moving, clock: 0 } : moving;
  scene.timeline.view.draw(painter, scene);
  drawExtras(viewer, painter, scene);
  return scene;
}

/** A round without movement, fading, or highlights. */
export function stillScene(timeline: Timeline, round: number): Omit<Scene<unknown>, 'theme' | 'mode'> {
  const frame = timeline.frame(round);
  return {
    timeline,
    from: frame,
    to: frame,
    fromRound: round,
    toRound: round,
    before: undefined,
    t: 0,
    clock: 0,
    selection: undefined,
    seat: -1,
  };
}

/** Maximum distance of a tap from the place that it selects, in pixels. */
const FINGER_PX = 26;

/**
 * Returns the index of the place drawn nearest to a point, or −1. The point is relative to the middle of the picture,
 * in CSS pixels.
 */
export function nearestPlace(
  viewer: Viewer,
  places: readonly Place[],
  point: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
): number {
  const now = performance.now();
  const scene = sceneNow(viewer, now);
  if (!scene) return -1;
  const camera = cameraFor(viewer, size.width, size.height, 1, now);
  let best = -1;
  let least = Math.max(FINGER_PX, 0.75 * camera.cell);
  places.forEach((place, at) => {
    const spot = scene.timeline.view.locate(scene, place);
    if (!spot) return;
    const [x, y] = [(spot.x - camera.x) * camera.cell, (spot.y - camera.y) * camera.cell];
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance >= least) return;
    best = at;
    least = distance;
  });
  return best;
}
